import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { size, takePicture } from "./take-picture.ts";
import { toSvg } from "./to-svg.ts";

const file = resolve(import.meta.dirname, "../../docs/picture.svg");

writeFileSync(file, toSvg(await takePicture(), size.cols, "hermes — ~/shop"));
process.exit(0); // the emulator keeps a handle

import { definePlugin } from "hermes/plugin-sdk";
import { ircPlatform } from "./platform.ts";

/** IRC as a chat platform. README.md says how to use it; platform.ts is where to start reading. */
export default definePlugin({
  register(ctx) {
    ctx.registerPlatform(ircPlatform(() => ctx.secret("IRC_PASSWORD")));
  },
});

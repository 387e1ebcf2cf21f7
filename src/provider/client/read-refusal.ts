import type { ProviderFailure } from "../../domain/failure.ts";
import type { HttpResponse } from "../../domain/http.ts";
import { failureOfAnswer } from "../failure/failure.ts";
import { boundedBody } from "./bounded-body.ts";
import { type Call, sceneOf } from "./call.ts";

const bodyLimit = 1_048_576;
const bodyMs = 10_000;

/** An error status with as much of its body as comes in time; the status counts even when the body breaks off. */
export async function readRefusal(response: HttpResponse, call: Call): Promise<ProviderFailure> {
  using enough = call.clock.deadline(bodyMs, call.watch.signal);
  const { text } = await boundedBody(response.body, bodyLimit, enough.signal);
  return failureOfAnswer({ status: response.status, headers: response.headers, body: text }, sceneOf(call));
}

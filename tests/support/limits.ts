import type { TestResponse } from "./harness.ts";

/** Returns the caller's remaining requests, according to the response. */
export const remainingOf = ({ headers }: TestResponse) =>
	Number(/^"\w+";r=(\d+);t=\d+$/.exec(headers.get("ratelimit") ?? "")?.[1]);

/** Sends requests until one is rejected with 429. Returns that response and the number of requests before it. */
export async function exhaustLimit(
	send: () => Promise<TestResponse>,
): Promise<{ passed: number; refusal: TestResponse }> {
	for (let passed = 0; passed < 1_000; passed++) {
		const response = await send();
		if (response.status === 429) return { passed, refusal: response };
	}
	throw new Error("never refused");
}

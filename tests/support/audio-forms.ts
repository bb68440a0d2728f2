import { wavOf } from "./wav.ts";

/** A second of silence: no engine is asked about it. */
export const silence = (): File => new File([wavOf(32_044).fill(0, 44)], "silence.wav");

/** Returns a form as a request sends it. */
export async function formOf(fields: readonly (readonly [name: string, value: string | File])[]) {
	const form = new FormData();
	for (const [name, value] of fields) form.append(name, value);
	const encoded = new Response(form);
	// First: a response that was read has no type any more.
	const headers = { "content-type": encoded.headers.get("content-type") ?? "" };
	return { raw: await encoded.bytes(), headers };
}

import { systemContext } from "#modules/permissions";
import type { Parley } from "../../app.ts";
import type { Config } from "../../config.ts";

/** An answer of the API, as far as seeding reads it. */
export interface Answer {
	readonly status: number;
	/** `data` of the envelope. */
	readonly data: unknown;
	/** `meta.field` of a conflict; undefined for anything else. */
	readonly field: string | undefined;
	/** Value of `Upload-Offset`; NaN where the answer has none. */
	readonly uploadOffset: number;
}

/** What a {@link Visitor} sends besides JSON. */
interface Sending {
	readonly headers?: Readonly<Record<string, string>>;
	readonly bytes?: Uint8Array<ArrayBuffer>;
}

/** Somebody who uses the API in this process. @throws Error for a refusal other than a conflict */
export type Visitor = (method: string, path: string, body?: object, sending?: Sending) => Promise<Answer>;

/**
 * Lets a person of an organization use the API in this process, with a token as of `parley token`: seeding passes every
 * check that a client passes.
 */
export async function visitAs(
	{ fetch, services }: Parley,
	{ publicUrl }: Config,
	{ email, orgId }: { readonly email: string; readonly orgId: string },
): Promise<Visitor> {
	const { token } = await services.scriptTokens.issue(systemContext("cli:seed"), { email, orgId });
	return async (method, path, body, { headers = {}, bytes } = {}) => {
		const content = bytes ?? (body === undefined ? undefined : JSON.stringify(body));
		const request = new Request(publicUrl.href + path, {
			method,
			headers: {
				host: new URL(publicUrl.origin).host,
				authorization: `Bearer ${token}`,
				...(body !== undefined && { "content-type": "application/json" }),
				...(content !== undefined && { "content-length": String(Buffer.byteLength(content)) }),
				...headers,
			},
			...(content !== undefined && { body: content }),
		});
		const response = await fetch(request, () => "127.0.0.1");
		const text = await response.text();
		if (!response.ok && response.status !== 409) throw new Error(`${method} ${path}: ${response.status} ${text}`);
		const { data, error } = (text === "" ? {} : JSON.parse(text)) as {
			readonly data?: unknown;
			readonly error?: { readonly meta?: { readonly field?: string } };
		};
		const uploadOffset = Number(response.headers.get("upload-offset") ?? Number.NaN);
		return { status: response.status, data, field: error?.meta?.field, uploadOffset };
	};
}

import { isJsonObject } from "#kernel/json";
import { systemContext } from "#modules/tenancy/permissions";
import type { Parley } from "../../app.ts";
import type { Config } from "../../config.ts";

/** An answer of the API, as far as seeding reads it. */
export interface Answer {
	readonly status: number;
	/** The body, without an envelope in a few cases; undefined without one. */
	readonly body: unknown;
	/** `data` of the envelope. */
	readonly data: unknown;
	/** `meta` of a conflict; empty for anything else. */
	readonly meta: Readonly<Record<string, unknown>>;
	/** Value of `Upload-Offset`; NaN where the answer has none. */
	readonly uploadOffset: number;
}

/** What a {@link Visitor} sends besides JSON. */
interface Payload {
	readonly headers?: Readonly<Record<string, string>>;
	readonly bytes?: Uint8Array<ArrayBuffer>;
}

/** Somebody who uses the API in this process. @throws Error for a refusal other than a conflict */
export type Visitor = (method: string, path: string, body?: object, payload?: Payload) => Promise<Answer>;

/**
 * Lets a person of an organization use the API in this process, with a token as of `parley token`: seeding passes every
 * check that a client passes.
 */
export async function visitAs(
	parley: Parley,
	config: Config,
	person: { readonly email: string; readonly orgId: string },
): Promise<Visitor> {
	const { token } = await parley.services.scriptTokens.issue(systemContext("cli:seed"), person);
	return visitWith(parley, config, { authorization: `Bearer ${token}` });
}

/** Lets a person use the API in this process, signed in with their password. */
export async function visitSignedIn(
	parley: Parley,
	config: Config,
	credentials: { readonly email: string; readonly password: string },
): Promise<Visitor> {
	const { body } = await visitAsStranger(parley, config)("POST", "/auth/login", credentials);
	const { access_token } = body as { readonly access_token: string };
	return visitWith(parley, config, { authorization: `Bearer ${access_token}` });
}

/** Lets somebody without an account use the API in this process. */
export const visitAsStranger = (parley: Parley, config: Config): Visitor => visitWith(parley, config, {});

const visitWith =
	({ fetch }: Parley, { publicUrl }: Config, credentials: Readonly<Record<string, string>>): Visitor =>
	async (method, path, json, { headers = {}, bytes } = {}) => {
		const content = bytes ?? (json === undefined ? undefined : JSON.stringify(json));
		const { host } = new URL(publicUrl.origin);
		// As the server hears it, which speaks no TLS itself: the router finds the path behind `http://`.
		const request = new Request(`http://${host}${publicUrl.prefix}${path}`, {
			method,
			headers: {
				host,
				...credentials,
				...(json !== undefined && { "content-type": "application/json" }),
				...(content !== undefined && { "content-length": String(Buffer.byteLength(content)) }),
				...headers,
			},
			...(content !== undefined && { body: content }),
		});
		const response = await fetch(request, () => "127.0.0.1");
		const text = await response.text();
		if (!response.ok && response.status !== 409) throw new Error(`${method} ${path}: ${response.status} ${text}`);
		const body: unknown = text === "" ? undefined : JSON.parse(text);
		const { data, error } = (body ?? {}) as { readonly data?: unknown; readonly error?: { readonly meta?: unknown } };
		const uploadOffset = Number(response.headers.get("upload-offset") ?? Number.NaN);
		const meta = isJsonObject(error?.meta) ? error.meta : {};
		return { status: response.status, body, data, meta, uploadOffset };
	};

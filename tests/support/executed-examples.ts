import { cpSync } from "node:fs";
import type { OpenApiDocument } from "#http/openapi/document";
import type { OperationObject, Parameter } from "#http/openapi/types";
import { createParley, type Parley } from "#src/app";
import { loadConfig } from "#src/config";
import { createLog } from "#src/log";
import { openDeps } from "#src/open";
import { TEST_ENV } from "./command.ts";

/** A request as Swagger UI sends it when nobody has typed anything. */
export interface PrefilledRequest {
	readonly operationId: string;
	readonly method: string;
	/** Path and query, with the examples of required parameters, `undefined` where there is none. */
	readonly path: string;
	readonly headers: Readonly<Record<string, string>>;
	/** Undefined for none. */
	readonly body: string | undefined;
	/** Whether only system administrators may call it. */
	readonly isForSystem: boolean;
}

/** Returns the required parameters of an operation, and those with an example. */
function parametersOf(document: OpenApiDocument, { parameters }: OperationObject): readonly Parameter[] {
	const shared: Readonly<Record<string, Parameter>> = document.components.parameters;
	return parameters
		.flatMap((each) => ("name" in each ? [each] : (shared[each.$ref.split("/").at(-1) ?? ""] ?? [])))
		.filter(({ required, example }) => required || example !== undefined);
}

/** Returns the bodies that are filled in: one of each media type with an example; without any, no body. */
function bodiesOf({ requestBody }: OperationObject): readonly { readonly type: string; readonly text: string }[] {
	return Object.entries(requestBody?.content ?? {}).flatMap(([type, { example }]) =>
		example === undefined ? [] : [{ type, text: typeof example === "string" ? example : JSON.stringify(example) }],
	);
}

/** Returns every request that Swagger UI offers for a document, whose paths have no prefix. */
export function prefilledRequests(document: OpenApiDocument): PrefilledRequest[] {
	return Object.entries(document.paths).flatMap(([template, item]) =>
		Object.entries(item).flatMap(([method, operation]): PrefilledRequest[] => {
			const parameters = parametersOf(document, operation);
			const path = parameters
				.filter((each) => each.in === "path")
				.reduce((path, { name, example }) => path.replace(`{${name}}`, encodeURIComponent(String(example))), template);
			const samples = (place: Parameter["in"]): [string, string][] =>
				parameters.filter((each) => each.in === place).map(({ name, example }) => [name, String(example)]);
			const query = new URLSearchParams(samples("query")).toString();
			const request = {
				operationId: operation.operationId,
				method: method.toUpperCase(),
				path: query === "" ? path : `${path}?${query}`,
				isForSystem: operation["x-system-only"] === true,
			};
			const headers = { ...Object.fromEntries(samples("header")), accept: acceptedBy(operation) };
			const bodies = bodiesOf(operation);
			return bodies.length === 0
				? [{ ...request, headers, body: undefined }]
				: bodies.map(({ type, text }) => ({ ...request, headers: { ...headers, "content-type": type }, body: text }));
		}),
	);
}

/** Returns the `Accept` of Swagger UI: the first media type of the first success that has a body. */
function acceptedBy({ responses }: OperationObject): string {
	const types = Object.entries(responses)
		.filter(([status]) => status.startsWith("2"))
		.flatMap(([, response]) => ("content" in response ? Object.keys(response.content ?? {}) : []));
	return types[0] ?? "*/*";
}

/** What became of a request. */
export interface Execution {
	readonly status: number;
	/** The body of a refusal; otherwise empty: an event stream does not end. */
	readonly text: string;
}

/** The application, without background work, on a copy of a data folder. */
export interface OpenCopy {
	readonly parley: Parley;
	execute(request: PrefilledRequest, token: string): Promise<Execution>;
	/** Returns the body of what is read. */
	read(path: string, token: string): Promise<string>;
	/** Signs somebody in and returns the token. @throws Error with the answer to a refusal */
	signIn(credentials: { readonly email: string; readonly password: string }): Promise<string>;
	/** Closes it. */
	close(): Promise<void>;
}

/** Opens the application on a copy of a data folder, configured as `TEST_ENV` and `env` say, and without limits. */
export async function openCopy(
	folder: string,
	copy: string,
	env: Readonly<Record<string, string>> = {},
): Promise<OpenCopy> {
	cpSync(folder, copy, { recursive: true });
	const variables: Record<string, string> = { ...TEST_ENV, DATA_DIR: copy, RATE_LIMITS: "off", ...env };
	const config = loadConfig((name) => variables[name], Object.keys(variables), false);
	const log = createLog({ level: "error", format: "json", write: () => undefined });
	const { deps, close } = await openDeps(config, { log, migrate: false });
	const parley = createParley(deps);
	await parley.services.prepare();
	const { host } = new URL(config.publicUrl.origin);

	async function send(
		{ method, path, headers, body }: Pick<PrefilledRequest, "method" | "path" | "headers" | "body">,
		token?: string,
	): Promise<Response> {
		const request = new Request(`http://${host}${path}`, {
			method,
			headers: {
				...headers,
				host,
				...(token !== undefined && { authorization: `Bearer ${token}` }),
				...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
			},
			...(body !== undefined && { body }),
		});
		return parley.fetch(request, () => "127.0.0.1");
	}

	return {
		parley,
		async execute(request, token) {
			const response = await send(request, token);
			if (response.status >= 400) return { status: response.status, text: await response.text() };
			await response.body?.cancel();
			return { status: response.status, text: "" };
		},
		read: async (path, token) => (await send({ method: "GET", path, headers: {}, body: undefined }, token)).text(),
		async signIn(credentials) {
			const headers = { "content-type": "application/json" };
			const body = JSON.stringify(credentials);
			const text = await (await send({ method: "POST", path: "/auth/login", headers, body })).text();
			const { access_token: token } = JSON.parse(text) as { readonly access_token?: string };
			if (token === undefined) throw new Error(text);
			return token;
		},
		close,
	};
}

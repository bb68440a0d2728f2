import type { Client } from "./client.ts";
import { type Following, follow } from "./following.ts";
import type { components } from "./generated/operations.ts";

/** Something that has changed: which resource, without its content. */
export type Change = components["schemas"]["Change"];

/** What has changed up to a position. */
export type Changes = components["schemas"]["Changes"];

/**
 * Follows what changes of what the user may see in the organization of the token, without end. It connects again when the
 * connection is lost. At least every 15 seconds it yields a position, without changes if there are none.
 *
 * @example
 * for await (const { changes } of followChanges(api)) for (const change of changes) reload(change);
 * @throws ProblemError if the user has lost access
 */
export async function* followChanges(api: Client, options: Following = {}): AsyncGenerator<Changes, void, undefined> {
	const url = new URL(`${api.connection.baseUrl}/changes`);
	for await (const { position, data } of follow(api, url, options))
		yield data === null ? { position, changes: [] } : JSON.parse(data);
}

import type { OrganizationState } from "./contents.ts";

/** A change that was sent and has not been acknowledged. */
export interface Pending {
	readonly request: PendingRequest;
	/** State of the organization after the change. */
	readonly next: OrganizationState;
}

/** A request that changes something. */
export interface PendingRequest {
	readonly method: string;
	readonly path: string;
	/** `Idempotency-Key`; null: the method needs none. */
	readonly key: string | null;
	readonly body?: unknown;
}

/** What the names of these organizations look like. */
export const OF_CLIENTS = /^(School|Renamed) \S{36}$/;

/** Returns the creation of an organization with a name of its own. */
export function creation(): Pending {
	const key = crypto.randomUUID();
	const name = `School ${key}`;
	const request = { method: "POST", path: "/orgs", key, body: { name, orgType: "education" } };
	return { request, next: { name, state: "active", members: {} } };
}

/**
 * Returns one of the changes of an organization that make a difference.
 * @param people ids of the accounts that may become members
 */
export function randomChange(id: string, before: OrganizationState, people: readonly string[]): Pending {
	const path = `/orgs/${id}`;
	const key = crypto.randomUUID();
	const dice = Math.random();
	if (dice < 0.4) {
		const name = `Renamed ${key}`;
		return { request: { method: "PUT", path, key: null, body: { name } }, next: { ...before, name } };
	}
	if (dice < 0.6) {
		const [verb, state] = before.state === "active" ? ["suspend", "suspended"] : ["resume", "active"];
		return { request: { method: "POST", path: `${path}/${verb}`, key, body: {} }, next: { ...before, state } };
	}
	const userId = people[Math.floor(Math.random() * people.length)] ?? "";
	const { [userId]: role, ...others } = before.members;
	const of = `${path}/members`;
	if (role === undefined) {
		const next = { ...before, members: { ...others, [userId]: "manager" } };
		return { request: { method: "POST", path: of, key, body: { userId, role: "manager" } }, next };
	}
	if (dice < 0.8) {
		const other = role === "manager" ? "admin" : "manager";
		const next = { ...before, members: { ...others, [userId]: other } };
		return { request: { method: "PATCH", path: `${of}/${userId}`, key: null, body: { role: other } }, next };
	}
	return { request: { method: "DELETE", path: `${of}/${userId}`, key: null }, next: { ...before, members: others } };
}

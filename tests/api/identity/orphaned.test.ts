/** What belongs to an organization is flagged when whoever is responsible for it could no longer make it. */
import { beforeEach, describe, expect, test } from "bun:test";
import type { Caller } from "#tests/support/client";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { auditOf, eventsOf } from "#tests/support/traces";

const api = await useHarness();

let owner: SignedIn;
let admin: SignedIn;
beforeEach(async () => {
	owner = await api.createOrganization();
	admin = await api.addMember(owner, "admin");
});

const send = (by: Caller, method: string, path: string, body?: object) =>
	api.request(method, `/orgs/${owner.orgId}${path}`, { token: by.token, ...(body && { body }) });

/** A kind of what people make for an organization. */
interface Kind {
	readonly path: string;
	readonly made: object;
	/** Changes that it takes only from who is responsible for it. */
	readonly more: readonly object[];
	/** Changes that it takes in any case. */
	readonly less: readonly object[];
	/** Audit action and type of the event. */
	readonly orphan: readonly [string, string];
	readonly adopt: readonly [string, string];
}

const KINDS: readonly (readonly [string, Kind])[] = [
	[
		"an API key",
		{
			path: "/api-keys",
			made: { name: "Sync", scopes: ["org:read", "org:write"] },
			more: [{ scopes: ["org:read", "org:write", "billing:read"] }],
			less: [{ scopes: ["org:read"] }],
			orphan: ["api_key.orphan", "security.api_key_orphaned"],
			adopt: ["api_key.adopt", "security.api_key_adopted"],
		},
	],
	[
		"a webhook",
		{
			path: "/webhooks",
			made: { url: "https://hooks.example.com/" },
			more: [
				{ url: "https://other.example.com/" },
				{ eventTypes: null },
				{ payload: "full" },
				{ headers: { "X-Key": "1" } },
			],
			less: [{ description: "Timetable" }],
			orphan: ["webhook.orphan", "webhook.endpoint.orphaned"],
			adopt: ["webhook.adopt", "webhook.endpoint.adopted"],
		},
	],
	[
		"an audit stream",
		{
			path: "/audit-streams",
			made: { name: "SIEM", type: "syslog", host: "syslog.example.com", port: 6514 },
			more: [{ host: "other.example.com" }, { categories: null }, { enabled: true }],
			less: [{ enabled: false }],
			orphan: ["audit_stream.orphan", "security.audit_stream_orphaned"],
			adopt: ["audit_stream.adopt", "security.audit_stream_adopted"],
		},
	],
	[
		"an integration",
		{
			path: "/integrations",
			made: {
				type: "lti",
				name: "Moodle",
				issuer: "https://moodle.example.edu",
				clientId: "parley",
				deploymentIds: ["1"],
				authorizationEndpoint: "https://moodle.example.edu/mod/lti/auth.php",
				jwksUri: "https://moodle.example.edu/mod/lti/certs.php",
			},
			more: [{ jwksUri: "https://other.example.com/keys" }, { deploymentIds: ["1", "2"] }, { state: "active" }],
			less: [{ state: "disabled" }],
			orphan: ["integration.orphan", "org.integration.orphaned"],
			adopt: ["integration.adopt", "org.integration.adopted"],
		},
	],
];

/** How a maker loses the rights that it takes. */
const LOSSES: readonly (readonly [string, "demoted" | "removed", () => Promise<unknown>])[] = [
	["removed", "removed", () => send(owner, "DELETE", `/members/${admin.userId}`)],
	["demoted", "demoted", () => send(owner, "PATCH", `/members/${admin.userId}`, { role: "manager" })],
	["gone of their own accord", "removed", () => send(admin, "DELETE", `/members/${admin.userId}`)],
];

describe.each(KINDS)("%s", (_, { path, made, more, less, orphan, adopt }) => {
	const make = async (by: Caller): Promise<string> => `${path}/${(await send(by, "POST", path, made)).body.data.id}`;
	const read = async (one: string) => (await send(owner, "GET", one)).body.data;
	/** Returns how often something was recorded: in the audit log, and as an event. */
	async function countOf([action, type]: readonly [string, string]): Promise<readonly [number, number]> {
		const [entries, told] = [await auditOf(api.store, owner.orgId), await eventsOf(api.store, owner.orgId)];
		return [entries.filter((each) => each.action === action).length, told.filter((each) => each.type === type).length];
	}

	test.each(LOSSES)(
		"of an administrator who is %s is flagged as %s, with event and audit entry",
		async (__, state, lose) => {
			const [theirs, mine] = [await make(admin), await make(owner)];

			await lose();

			expect(await read(theirs)).toMatchObject({ createdBy: admin.userId, makerState: state });
			expect((await read(mine)).makerState).toBe("active");
			expect(await countOf(orphan)).toEqual([1, 1]);
		},
	);

	test("is found in the list by the state of its maker", async () => {
		const [second, third] = [await api.addMember(owner, "admin"), await api.addMember(owner, "admin")];
		const [theirs, of2, of3, mine] = [await make(admin), await make(second), await make(third), await make(owner)];
		await send(owner, "DELETE", `/members/${admin.userId}`);
		await send(owner, "DELETE", `/members/${second.userId}`);
		await send(owner, "PATCH", `/members/${third.userId}`, { role: "manager" });
		const list = async (query: string) => {
			const { body } = await send(owner, "GET", `${path}?${query}`);
			return { ids: body.data.map(({ id }: { id: string }) => `${path}/${id}`), next: body.page.nextCursor };
		};

		const first = await list("makerState=removed&limit=1");

		expect((await list("makerState=active")).ids).toEqual([mine]);
		expect((await list("makerState=demoted")).ids).toEqual([of3]);
		expect((await list("")).ids).toEqual([theirs, of2, of3, mine]);
		expect(first.ids).toEqual([theirs]);
		expect(await list(`makerState=removed&limit=1&cursor=${first.next}`)).toEqual({ ids: [of2], next: null });
		const others = await send(owner, "GET", `${path}?makerState=demoted&cursor=${first.next}`);
		expect(codeOf(others)).toEqual([400, "invalid_cursor"]);
		expect(codeOf(await send(owner, "GET", `${path}?makerState=gone`))).toEqual([400, "invalid_request"]);
	});

	test("takes no more until another administrator adopts it, once", async () => {
		const one = await make(admin);
		await send(owner, "DELETE", `/members/${admin.userId}`);
		const refused = [];
		for (const change of more) refused.push(await send(owner, "PATCH", one, change));
		const done = [];
		for (const change of less) done.push(await send(owner, "PATCH", one, change));

		const adopted = await send(owner, "POST", `${one}/adopt`, {});
		const again = await send(owner, "POST", `${one}/adopt`, {});
		const extended = [];
		for (const change of more) extended.push(await send(owner, "PATCH", one, change));

		expect(refused.map(codeOf)).toEqual(refused.map(() => [409, "state_conflict"]));
		expect(refused[0]?.body.error.meta).toEqual({ state: "orphaned" });
		expect(done.map(({ status }) => status)).toEqual(done.map(() => 200));
		expect(adopted.body.data).toMatchObject({ createdBy: owner.userId, makerState: "active" });
		expect(again.headers.get("etag")).toBe(adopted.headers.get("etag"));
		expect(extended.map(({ status }) => status)).toEqual(extended.map(() => 200));
		expect(await countOf(adopt)).toEqual([1, 1]);
	});

	test("stays as it is when its maker could still make it, or is promoted", async () => {
		const one = await make(admin);

		await send(owner, "PATCH", `/members/${admin.userId}`, { role: "owner" });
		await send(owner, "PATCH", `/members/${admin.userId}`, { role: "admin" });

		expect((await read(one)).makerState).toBe("active");
	});

	test("is adopted by nobody who could not make it", async () => {
		const one = await make(admin);
		const teacher = await api.addMember(owner, "teacher");

		expect((await send(teacher, "POST", `${one}/adopt`, {})).status).toBe(403);
	});
});

/** Kinds that API keys make too. */
const BY_KEYS = KINDS.filter(([name]) => name !== "an API key");

describe.each(BY_KEYS)("%s of an API key", (_, { path, made }) => {
	test.each([
		["revoked", "removed", (key: string) => send(owner, "DELETE", key)],
		["narrowed", "demoted", (key: string) => send(owner, "PATCH", key, { scopes: ["org:read"] })],
	] as const)("that is %s is flagged as %s", async (__, state, lose) => {
		const { id, key } = (await send(owner, "POST", "/api-keys", { name: "Sync", scopes: ["org:read", "org:admin"] }))
			.body.data;
		const one = `${path}/${(await send(api.as(key), "POST", path, made)).body.data.id}`;

		await lose(`/api-keys/${id}`);

		expect((await send(owner, "GET", one)).body.data).toMatchObject({ createdBy: id, makerState: state });
	});
});

test("A webhook whose secret is replaced is that of the person who has seen it", async () => {
	const one = `/webhooks/${(await send(admin, "POST", "/webhooks", { url: "https://hooks.example.com/" })).body.data.id}`;
	await send(owner, "DELETE", `/members/${admin.userId}`);

	const rotated = await send(owner, "POST", `${one}/rotate-secret`, {});

	expect(rotated.body.data).toMatchObject({ createdBy: owner.userId, makerState: "active" });
});

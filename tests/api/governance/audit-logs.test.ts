import { describe, expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { auditEntries } from "#db/schema";
import type { AuditEntryRow } from "#db/schema/index";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { inProcessTest } from "#tests/support/target";
import { auditOf } from "#tests/support/traces";

const api = await useHarness();

type Entry = Readonly<Record<string, unknown>> & {
	readonly id: string;
	readonly sequence: number;
	readonly action: string;
};

/** Reads all pages of the log of an organization. */
async function readLog({ token, orgId }: SignedIn, query = "limit=200"): Promise<Entry[]> {
	const entries: Entry[] = [];
	for (let cursor = ""; ; ) {
		const { body } = await api.request("GET", `/orgs/${orgId}/audit-logs?${query}${cursor}`, { token });
		entries.push(...body.data);
		if (!body.page.hasMore) return entries;
		cursor = `&cursor=${encodeURIComponent(body.page.nextCursor)}`;
	}
}
const sequences = async (who: SignedIn, query: string) => (await readLog(who, query)).map(({ sequence }) => sequence);

/** Makes an organization in which something has happened, and returns its owner. */
async function busyOrganization(): Promise<{ owner: SignedIn; admin: SignedIn; keyId: string }> {
	const owner = await api.createOrganization();
	const admin = await api.addMember(owner, "admin");
	const { body } = await api.request("POST", `/orgs/${owner.orgId}/api-keys`, {
		token: admin.token,
		body: { name: "Timetable", scopes: ["org:read"] },
	});
	for (const name of ["One", "Two", "Three"])
		await api.request("POST", `/orgs/${owner.orgId}/workspaces`, { token: owner.token, body: { name } });
	return { owner, admin, keyId: body.data.id };
}

const verify = async ({ token, orgId }: SignedIn) =>
	(await api.request("GET", `/orgs/${orgId}/audit-logs/verify`, { token })).body.data;

describe("the list of the audit log", () => {
	test("shows what happened, newest first, and each entry by its id", async () => {
		const { owner, admin, keyId } = await busyOrganization();

		const entries = await readLog(owner);
		const created = entries.find(({ action }) => action === "api_key.create");
		const one = await api.request("GET", `/orgs/${owner.orgId}/audit-logs/${created?.id}`, { token: owner.token });

		expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, n) => entries.length - n));
		expect(created).toMatchObject({
			orgId: owner.orgId,
			outcome: "success",
			actor: { type: "user", id: admin.userId, email: admin.email, name: expect.any(String), role: "admin" },
			targets: [{ type: "api_key", id: keyId, name: "Timetable" }],
			context: { requestId: expect.any(String), authMethod: "pwd", sessionId: expect.stringMatching(/^ses_/) },
			hash: expect.stringMatching(/^[0-9a-f]{64}$/),
		});
		expect(one.body.data).toEqual(created);
	});

	test("filters by each of its parameters, and by several at once", async () => {
		const { owner, admin, keyId } = await busyOrganization();
		const entries = await readLog(owner);
		const where = (matches: (entry: Entry) => boolean) => entries.filter(matches).map(({ sequence }) => sequence);
		const text = (entry: Entry) => JSON.stringify(entry);

		const byAction = where(({ action }) => action === "workspace.create");
		const ofAdmin = where(({ actor }) => (actor as { id: string }).id === admin.userId);
		const ofKey = where((entry) => text(entry).includes(keyId));

		expect(byAction).toHaveLength(3);
		expect(await sequences(owner, "action=workspace.create")).toEqual(byAction);
		expect(await sequences(owner, "action=workspace.*")).toEqual(
			where(({ action }) => action.startsWith("workspace.")),
		);
		expect(await sequences(owner, "action=*")).toEqual(where(() => true));
		expect(await sequences(owner, "action=unheard_of")).toEqual([]);
		expect(await sequences(owner, `actorId=${admin.userId}`)).toEqual(ofAdmin);
		expect(await sequences(owner, `targetId=${keyId}`)).toEqual(ofKey);
		expect(await sequences(owner, `targetId=${keyId}&targetType=workspace`)).toEqual([]);
		expect(await sequences(owner, "targetType=api_key")).toEqual(ofKey);
		expect(await sequences(owner, "category=organization&limit=2")).toEqual(
			where(({ category }) => category === "organization"),
		);
		expect(await sequences(owner, "outcome=success")).toEqual(where(() => true));
		expect(await sequences(owner, "outcome=failure")).toEqual([]);
		expect(await sequences(owner, `q=${keyId.toUpperCase()}`)).toEqual(ofKey);
		expect(await sequences(owner, "ip=127.0.0.1")).toEqual(where(() => true));
		expect(await sequences(owner, "ip=192.0.2.1")).toEqual([]);
		expect(await sequences(owner, `actorId=${admin.userId}&action=workspace.create`)).toEqual([]);
		expect(await sequences(owner, "order=asc&limit=3")).toEqual(where(() => true).reverse());
	});

	inProcessTest("filters by time, from one moment up to another", async () => {
		const owner = await api.createOrganization();
		const rename = (name: string) => api.request("PUT", `/orgs/${owner.orgId}`, { token: owner.token, body: { name } });
		api.advanceMs(60_000);
		const at = api.nowMs();
		await rename("First");
		api.advanceMs(60_000);
		await rename("Second");
		const between = `from=${new Date(at).toISOString()}&to=${new Date(at + 60_000).toISOString()}`;

		const within = await readLog(owner, between);
		const since = await readLog(owner, `from=${new Date(at + 1).toISOString()}`);

		expect(within.map(({ changes }) => changes)).toEqual([[expect.objectContaining({ to: "First" })]]);
		expect(since.map(({ changes }) => changes)).toEqual([[expect.objectContaining({ to: "Second" })]]);
	});

	test("rejects parameters that are malformed", async () => {
		const { token, orgId } = await api.createOrganization();
		const queries = [
			"from=yesterday",
			"to=2030-13-01T00:00:00Z",
			"ip=300.1.1.1",
			"action=%25",
			"order=up",
			"outcome=bad",
		];

		const codes = await Promise.all(
			queries.map(async (query) => codeOf(await api.request("GET", `/orgs/${orgId}/audit-logs?${query}`, { token }))),
		);

		expect(codes).toEqual(queries.map(() => [400, "invalid_request"]));
	});

	test("is shown to auditors, and to nobody without the scope or of another organization", async () => {
		const owner = await api.createOrganization();
		const other = await api.createOrganization();
		const [auditor, manager] = [await api.addMember(owner, "auditor"), await api.addMember(owner, "manager")];
		const [entry] = await readLog(owner);
		const path = `/orgs/${owner.orgId}/audit-logs`;
		const ask = async (at: string, token: string) => codeOf(await api.request("GET", at, { token }));

		expect(await ask(path, auditor.token)).toEqual([200, undefined]);
		expect(await ask(path, manager.token)).toEqual([403, "insufficient_scope"]);
		expect(await ask(path, other.token)).toEqual([403, "org_mismatch"]);
		expect(await ask(`${path}/verify`, other.token)).toEqual([403, "org_mismatch"]);
		expect(await ask(`/orgs/${other.orgId}/audit-logs/${entry?.id}`, other.token)).toEqual([404, "not_found"]);
		expect((await readLog(other)).every(({ orgId }) => orgId === other.orgId)).toBe(true);
	});
});

describe("the verification of the audit log", () => {
	const rowsOf = (orgId: string) => auditOf(api.store, orgId);
	/** Changes a stored entry, as somebody with access to the database could. */
	const alter = ({ orgId, sequence }: AuditEntryRow, values: Partial<AuditEntryRow>) =>
		api.store.db
			.update(auditEntries)
			.set(values)
			.where(and(eq(auditEntries.orgId, orgId), eq(auditEntries.sequence, sequence)));

	test("confirms a log that nobody has touched, up to its last entry", async () => {
		const { owner } = await busyOrganization();
		const entries = await readLog(owner);

		const result = await verify(owner);

		expect(result).toEqual({
			ok: true,
			checked: entries.length,
			firstBadSequence: null,
			fault: null,
			head: entries[0]?.hash,
			checkpoints: expect.objectContaining({ unverified: 0 }),
		});
	});

	test("finds any member of an entry that was changed", async () => {
		const { owner } = await busyOrganization();
		const row = (await rowsOf(owner.orgId))[3] as AuditEntryRow;
		const { personal } = row;
		const changed: readonly Partial<AuditEntryRow>[] = [
			{ action: `${row.action}x` },
			{ actorId: "usr_another" },
			{ actorRole: "auditor" },
			{ actorType: "service" },
			{ authMethod: "otp" },
			{ category: "system" },
			{ changes: [{ path: "/x", from: null, to: 1 }] },
			{ id: "aud_another" },
			{ occurredAtMs: row.occurredAtMs + 1 },
			{ outcome: "failure" },
			{ requestId: "another" },
			{ targets: [...row.targets, { type: "member", id: "usr_another" }] },
			{ personalCommitment: "0".repeat(64) },
			{ hash: "0".repeat(64) },
			{ prevHash: "0".repeat(64) },
			{ personal: personal && { ...personal, ip: "192.0.2.9" } },
			{ salt: "another" },
			{ salt: null },
			{ personal: null },
		];

		const results = [];
		for (const values of changed) {
			await alter(row, values);
			results.push(await verify(owner));
			const sequence = row.sequence;
			await alter({ ...row, sequence }, row);
		}

		expect(results.map(({ ok, firstBadSequence }) => [ok, firstBadSequence])).toEqual(
			changed.map(() => [false, row.sequence]),
		);
		expect((await verify(owner)).ok).toBe(true);
	});

	test("finds entries that were removed, at the beginning, in between and at the end, or exchanged", async () => {
		const { owner } = await busyOrganization();
		const rows = await rowsOf(owner.orgId);
		const remove = ({ orgId, sequence }: AuditEntryRow) =>
			api.store.db.delete(auditEntries).where(and(eq(auditEntries.orgId, orgId), eq(auditEntries.sequence, sequence)));
		const insert = (row: AuditEntryRow) => api.store.db.insert(auditEntries).values(row);

		const results = [];
		for (const at of [0, 2, rows.length - 1]) {
			const row = rows[at] as AuditEntryRow;
			await remove(row);
			results.push(await verify(owner));
			await insert(row);
		}
		const [second, third] = [rows[1] as AuditEntryRow, rows[2] as AuditEntryRow];
		for (const row of [second, third]) await remove(row);
		for (const row of [
			{ ...second, sequence: 3 },
			{ ...third, sequence: 2 },
		])
			await insert(row);
		const exchanged = await verify(owner);

		expect(results.map(({ ok, firstBadSequence }) => [ok, firstBadSequence])).toEqual([
			[false, 1],
			[false, 3],
			[false, rows.length],
		]);
		expect(exchanged).toMatchObject({ ok: false, firstBadSequence: 2, fault: "chain_broken" });
	});

	test("confirms the log after what identifies people was erased, and the entries show nothing of it any more", async () => {
		const { owner } = await busyOrganization();
		await api.store.db
			.update(auditEntries)
			.set({ personal: null, salt: null })
			.where(eq(auditEntries.orgId, owner.orgId));

		const [entry] = await readLog(owner);

		expect((await verify(owner)).ok).toBe(true);
		expect(entry).toMatchObject({ context: { ip: null, userAgent: null, sessionId: null } });
		expect(entry?.actor).not.toContainAnyKeys(["name", "email"]);
	});
});

import { describe, expect, test } from "bun:test";
import { and, asc, eq, gte } from "drizzle-orm";
import { auditCheckpoints, auditEntries, organizationLedgers } from "#db/schema";
import { HOUR_MS } from "#kernel/clock";
import { verifyExport } from "#modules/governance/audit-logs";
import { sealEntry } from "#platform/audit-trail";
import type { OrgCaller } from "#tests/support/client";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { inProcessTest } from "#tests/support/target";
import { auditOf } from "#tests/support/traces";

const api = await useHarness();

const read = ({ token, orgId }: OrgCaller, accept: string, query = "") =>
	api.request("GET", `/orgs/${orgId}/audit-logs${query}`, { token, headers: { accept } });
const ndjsonOf = async (who: OrgCaller, query = "") => (await read(who, "application/x-ndjson", query)).text;
const verify = async ({ token, orgId }: OrgCaller) =>
	(await api.request("GET", `/orgs/${orgId}/audit-logs/verify`, { token })).body.data;

async function* linesOf(text: string): AsyncGenerator<string> {
	yield* text.replace(/\n$/, "").split("\n");
}
const verifyText = (text: string, key?: string) => verifyExport(linesOf(text), key);

/** Makes an organization in which something has happened. */
async function busyOrganization(): Promise<SignedIn> {
	const owner = await api.createOrganization();
	for (const name of ["One", "Two", "Three"]) await owner.post(`/orgs/${owner.orgId}/workspaces`, { name });
	return owner;
}
const rename = ({ token, orgId }: OrgCaller, name: string) =>
	api.request("PUT", `/orgs/${orgId}`, { token, body: { name } });

describe("an export as CSV", () => {
	test("has a line for each entry, oldest first, and a name", async () => {
		const owner = await busyOrganization();

		const response = await read(owner, "text/csv");

		const [header, ...lines] = response.text.trimEnd().split("\r\n");
		expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
		expect(response.headers.get("content-disposition")).toContain(`audit-log ${owner.orgId}.csv`);
		expect(header).toStartWith("sequence,occurredAt,action,");
		expect(lines.map((line) => Number(line.split(",")[0]?.replaceAll('"', "")))).toEqual(lines.map((_, n) => n + 1));
		expect(lines.at(-1)).toContain('"audit_log.export"');
	});

	test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\uff1d1", " =1"])(
		"executes nothing in a spreadsheet: %s",
		async (text) => {
			const owner = await api.createOrganization();
			const person = await api.addMember(owner, "admin");
			await person.patch("/auth/update-profile", { name: text });
			await rename(person, "Renamed");

			const csv = (await read(owner, "text/csv", `?actorId=${person.userId}`)).text;

			const cells = [...csv.matchAll(/(?<=^|,)"((?:[^"]|"")*)"/gm)].map(([, cell]) => cell ?? "");
			expect(cells.some((cell) => cell.includes(text.trim()))).toBe(true);
			expect(cells.filter((cell) => /^\s*[=+\-@\uff1d]/.test(cell))).toEqual([]);
		},
	);

	test("quotes what would end a cell", async () => {
		const owner = await api.createOrganization();
		await rename(owner, 'A "quoted", name');

		const csv = (await read(owner, "text/csv", "?action=organization.update")).text;

		expect(csv).toContain('A \\""quoted\\"", name');
	});
});

describe("an export as NDJSON", () => {
	test("is in order as it was exported, and tells its key", async () => {
		const owner = await busyOrganization();
		const text = await ndjsonOf(owner);
		const entries = await auditOf(api.store, owner.orgId);
		const { keyId } = JSON.parse(text.trimEnd().split("\n").at(-1) ?? "").end;

		const result = await verifyText(text, keyId);

		expect(result).toEqual({
			ok: true,
			checked: entries.length,
			line: null,
			fault: null,
			orgId: owner.orgId,
			firstSequence: 1,
			lastSequence: entries.length,
			head: entries.at(-1)?.hash ?? "",
			complete: true,
			checkpoints: 0,
			keyId,
		});
		expect(await verifyText(text, "another")).toMatchObject({ ok: false, fault: "other_key" });
	});

	test("is found to be altered whichever byte was changed, and whichever line removed or exchanged", async () => {
		const owner = await api.createOrganization();
		const text = await ndjsonOf(owner);
		const bytes = Buffer.from(text);
		const lines = text.trimEnd().split("\n");
		const changed: string[] = [];
		// A prime, so that every kind of place is reached.
		for (let at = 0; at < bytes.length - 1; at += 7) {
			const copy = Buffer.from(bytes);
			copy[at] = (copy[at] ?? 0) ^ 1;
			changed.push(copy.toString());
		}
		for (const at of lines.keys()) changed.push(`${lines.toSpliced(at, 1).join("\n")}\n`);
		for (const at of lines.keys()) {
			const [first = "", second = ""] = [lines[at], lines[at + 1]];
			if (second !== "") changed.push(`${lines.toSpliced(at, 2, second, first).join("\n")}\n`);
		}

		const unnoticed = [];
		for (const each of changed) if ((await verifyText(each)).ok) unnoticed.push(each);

		expect(lines.length).toBeGreaterThan(2);
		expect(unnoticed).toEqual([]);
	});

	test("of a selection has what was asked for, and is verified entry by entry", async () => {
		const owner = await busyOrganization();
		const text = await ndjsonOf(owner, "?action=workspace.create&order=desc");
		const lines = text.trimEnd().split("\n");

		const result = await verifyText(text);
		const without = await verifyText(`${lines.slice(1).join("\n")}\n`);

		expect(lines.map((line) => JSON.parse(line).action)).toEqual(Array(3).fill("workspace.create"));
		expect(result).toMatchObject({ ok: true, complete: false, checked: 3 });
		expect(without).toMatchObject({ ok: false, fault: "signature_invalid" });
	});

	test("of nothing is empty, and no log", async () => {
		const owner = await api.createOrganization();

		const text = await ndjsonOf(owner, "?actorId=usr_nobody");

		expect(text).toBe("");
		expect(await verifyText(text)).toMatchObject({ ok: false, checked: 0 });
	});

	test("has nothing of another organization, and is refused without the scope", async () => {
		const owner = await busyOrganization();
		const other = await busyOrganization();
		const manager = await api.addMember(owner, "manager");

		const lines = (await ndjsonOf(owner)).trimEnd().split("\n");
		const refused = await Promise.all([
			read({ ...other, orgId: owner.orgId }, "application/x-ndjson"),
			read(manager, "text/csv"),
		]);

		expect(new Set(lines.map((line) => JSON.parse(line).orgId))).toEqual(new Set([owner.orgId]));
		expect(refused.map(({ body }) => body.error.code)).toEqual(["org_mismatch", "insufficient_scope"]);
	});
});

describe("a log that was signed", () => {
	let isScheduled = false;
	/** Lets the hourly job run; nobody's token is valid any more then. */
	const sign = async () => {
		const { jobs } = api.parley.services;
		if (isScheduled) api.advanceMs(HOUR_MS);
		else await jobs.enqueue(api.store.writing("job.repeat").db, { queue: "audit.checkpoint", orgId: null });
		isScheduled = true;
		await jobs.runDue("audit.checkpoint");
	};
	const asSystem = async ({ orgId }: SignedIn) => ({ ...api.as(await api.signInSystem()), orgId });
	/** Rewrites the log of an organization from an entry on, with all hashes, as somebody who has the database could. */
	async function rewrite(orgId: string, from: number): Promise<void> {
		const rows = await auditOf(api.store, orgId);
		let prevHash = rows[from - 2]?.hash ?? "0".repeat(64);
		for (const row of rows.slice(from - 1)) {
			const { personal, salt } = row;
			const { sessionId = null, ip = null, userAgent = null } = personal ?? {};
			const principal = {
				...{ kind: row.actorType, id: row.actorId, role: row.actorRole, sessionId },
				authMethods: row.authMethod === null ? [] : [row.authMethod],
			} as unknown as Parameters<typeof sealEntry>[1]["principal"];
			const action = row.sequence === from ? "member.remove" : row.action;
			const entry = { ...row, action, category: row.category as "member" };
			const by = { principal, requestId: row.requestId, ip, userAgent };
			const sealed = sealEntry(entry, by, { ...row, prevHash, salt: salt ?? "" });
			prevHash = sealed.hash;
			await api.store.db
				.update(auditEntries)
				.set(sealed)
				.where(and(eq(auditEntries.orgId, orgId), eq(auditEntries.sequence, row.sequence)));
		}
		await api.store.db
			.update(organizationLedgers)
			.set({ auditHead: prevHash })
			.where(eq(organizationLedgers.orgId, orgId));
	}
	const signaturesOf = (orgId: string) =>
		api.store.db
			.select()
			.from(auditCheckpoints)
			.where(eq(auditCheckpoints.orgId, orgId))
			.orderBy(asc(auditCheckpoints.sequence));

	inProcessTest("is signed again only when it has grown, and its exports have the signatures", async () => {
		const owner = await busyOrganization();
		await sign();
		await sign();
		await rename(await asSystem(owner), "Renamed");
		await sign();

		const result = await verify(await asSystem(owner));
		const offline = await verifyText(await ndjsonOf(await asSystem(owner)), result.checkpoints.keyId);

		const signatures = await signaturesOf(owner.orgId);
		expect(signatures.map(({ previous }) => previous)).toEqual([null, signatures[0]?.signature ?? ""]);
		expect(result).toMatchObject({
			ok: true,
			checkpoints: { verified: 2, unverified: 0, lastSequence: signatures[1]?.sequence, keyId: signatures[1]?.keyId },
		});
		expect(offline).toMatchObject({ ok: true, checkpoints: 2 });
	});

	inProcessTest("is found to be rewritten as a whole, and is not signed again", async () => {
		const owner = await busyOrganization();
		await sign();
		await rename(await asSystem(owner), "Renamed");
		await rewrite(owner.orgId, 2);

		const result = await verify(await asSystem(owner));
		await rename(await asSystem(owner), "Renamed again");
		await sign();

		expect(result).toMatchObject({ ok: false, fault: "checkpoint_mismatch", firstBadSequence: 1 });
		expect(await signaturesOf(owner.orgId)).toHaveLength(1);
		expect((await verifyText(await ndjsonOf(await asSystem(owner)))).ok).toBe(false);
	});

	inProcessTest("is found to be cut, with its ledger", async () => {
		const owner = await busyOrganization();
		await sign();
		const rows = await auditOf(api.store, owner.orgId);
		const kept = rows.at(-3);
		await api.store.db
			.delete(auditEntries)
			.where(and(eq(auditEntries.orgId, owner.orgId), gte(auditEntries.sequence, rows.length - 1)));
		await api.store.db
			.update(organizationLedgers)
			.set({ auditHead: kept?.hash ?? "", auditSequence: kept?.sequence ?? 0 })
			.where(eq(organizationLedgers.orgId, owner.orgId));

		const result = await verify(await asSystem(owner));

		expect(result).toMatchObject({ ok: false, fault: "head_mismatch", firstBadSequence: rows.length - 1 });
	});

	inProcessTest("is found where a signature was forged or removed", async () => {
		const owner = await busyOrganization();
		await sign();
		await rename(await asSystem(owner), "Renamed");
		await sign();
		const [first, second] = await signaturesOf(owner.orgId);
		const of = (sequence = 0) => and(eq(auditCheckpoints.orgId, owner.orgId), eq(auditCheckpoints.sequence, sequence));

		await api.store.db
			.update(auditCheckpoints)
			.set({ signature: first?.signature ?? "" })
			.where(of(second?.sequence));
		const forged = await verify(await asSystem(owner));
		await api.store.db
			.update(auditCheckpoints)
			.set({ signature: second?.signature ?? "" })
			.where(of(second?.sequence));
		const restored = await verify(await asSystem(owner));
		await api.store.db.delete(auditCheckpoints).where(of(first?.sequence));
		const removed = await verify(await asSystem(owner));

		expect(forged).toMatchObject({ ok: false, fault: "checkpoint_invalid" });
		expect(restored.ok).toBe(true);
		expect(removed).toMatchObject({ ok: false, fault: "checkpoint_invalid" });
	});
});

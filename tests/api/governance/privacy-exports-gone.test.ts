import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { blobs, privacyExports } from "#db/schema";
import { MINUTE_MS } from "#kernel/clock";
import { recordsOf } from "#tests/support/archives";
import { useHarness } from "#tests/support/harness";
import { enlarge } from "#tests/support/large-tenant";
import { privacyOf } from "#tests/support/privacy";
import { codeOf } from "#tests/support/responses";
import { retentionOf } from "#tests/support/retention";
import { inProcessDescribe } from "#tests/support/target";

const PROGRAM = Bun.fileURLToPath(new URL("../../support/erase-until-killed.ts", import.meta.url));
const MEMBERS = 20_000;

const api = await useHarness();
const { hold, pass, made } = retentionOf(api);
const privacy = privacyOf(api);
const { db } = api.store.acrossTenants;

inProcessDescribe("an export whose process is killed in the middle", () => {
	test("is made again, as a whole", async () => {
		const owner = await api.createOrganization();
		await enlarge(api.store.url, owner, { members: MEMBERS, nowMs: api.nowMs() });
		const { body } = await privacy.request(owner, "organization");
		const isRunning = and(eq(privacyExports.orgId, owner.orgId), eq(privacyExports.state, "running"));
		const cwd = mkdtempSync(join(tmpdir(), "parley-export-"));

		const worker = Bun.spawn([process.execPath, PROGRAM, api.store.url, String(api.nowMs()), api.config.dataDir], {
			stdout: "ignore",
			cwd,
		});
		while ((await api.store.acrossTenants.db.$count(privacyExports, isRunning)) === 0 && worker.exitCode === null)
			await Bun.sleep(5);
		worker.kill("SIGKILL");
		await worker.exited;
		rmSync(cwd, { recursive: true, force: true });
		api.advanceMs(2 * MINUTE_MS); // The lease of the killed process is over.
		const { id, state } = await privacy.ready(owner, body.data.id);
		const files = await privacy.filesOf(owner, id);

		expect(state).toBe("ready");
		expect(recordsOf(files, "people.jsonl")).toHaveLength(MEMBERS + 1);
	}, 120_000);
});

inProcessDescribe("an export with content that retention purges", () => {
	test("cannot be downloaded any more, and its archive is deleted", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		await made(owner.put(`/orgs/${owner.orgId}/retention`, { chatLogs: "5d" }));
		await hold(owner);
		await pass(3);
		const before = { ...owner, token: await api.signInSystem() };
		const { body } = await privacy.request(before, "organization");
		const { id, sha256 } = await privacy.ready(before, body.data.id);
		const early = await privacy.download(before, id);

		await pass(3);
		const after = { ...owner, token: await api.signInSystem() };
		const late = await privacy.download(after, id);
		const { jobs } = api.parley.services;
		await jobs.enqueue(api.store.program.writing("change").db, {
			queue: "tidying",
			orgId: null,
			uniqueKey: "next-round",
		});
		api.advanceMs(2 * MINUTE_MS);
		await jobs.runDue("tidying");
		const [row] = await db.select().from(privacyExports).where(eq(privacyExports.id, id));
		const archive = and(eq(blobs.orgId, owner.orgId), eq(blobs.sha256, sha256), eq(blobs.state, "stored"));

		expect(early.status).toBe(200);
		expect(codeOf(late)).toEqual([409, "state_conflict"]);
		expect(row).toMatchObject({ state: "expired", blobId: null });
		expect(await db.$count(blobs, archive)).toBe(0);
	}, 120_000);
});

inProcessDescribe("an export with content that has expired and is not purged yet", () => {
	/** Makes an export, and shortens the retention period of a class. */
	async function shortenedAfterExport(shortening: Record<string, string>) {
		const owner = await api.createOrganization({ orgType: "business" });
		const { meetingId } = await hold(owner);
		const { body } = await privacy.request(owner, "organization");
		const { id } = await privacy.ready(owner, body.data.id);
		const keep = (policy: Record<string, string>) => made(owner.patch(`/orgs/${owner.orgId}/retention`, policy));
		api.advanceMs(2 * MINUTE_MS);
		await keep(shortening);
		return { owner, id, keep, meetingId };
	}

	test.each(["recordings", "transcripts", "chatLogs"])(
		"cannot be downloaded from the moment on that a shorter period hides %s, and can again when it is longer",
		async (dataClass) => {
			const { owner, id, keep } = await shortenedAfterExport({ [dataClass]: "0d" });
			const hidden = await privacy.download(owner, id);
			const ticket = await owner.post(privacy.path(owner, `exports/${id}/tickets`), {});
			const byTicket = await api.get(new URL(ticket.body.data.url).pathname);
			await keep({ [dataClass]: "300d" });
			const shown = await privacy.download(owner, id);

			expect([hidden, byTicket].map(codeOf)).toEqual([
				[409, "state_conflict"],
				[409, "state_conflict"],
			]);
			expect(shown.status).toBe(200);
		},
	);

	test("cannot be downloaded either when the purge is not delayed and has not begun", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		await hold(owner);
		const { body } = await privacy.request(owner, "organization");
		const { id } = await privacy.ready(owner, body.data.id);
		api.advanceMs(2 * MINUTE_MS);
		const policy = { transcripts: "0d" };
		const { previewId } = await made(owner.post(`/orgs/${owner.orgId}/retention/preview`, policy));
		const path = `/orgs/${owner.orgId}/retention?immediate=true&previewId=${previewId}`;
		await made(owner.put(path, policy));

		expect(codeOf(await privacy.download(owner, id))).toEqual([409, "state_conflict"]);
	});

	test("is downloaded when a hold keeps it, or when it was made after that", async () => {
		const { owner, id, meetingId } = await shortenedAfterExport({ transcripts: "0d" });
		api.advanceMs(1);
		const { body } = await privacy.request(owner, "organization");
		const later = await privacy.ready(owner, body.data.id);
		const [early, late] = [await privacy.download(owner, id), await privacy.download(owner, later.id)];
		await made(owner.post(`/orgs/${owner.orgId}/legal-holds`, { name: "Doe v. School", meetingId }));
		const held = await privacy.download(owner, id);

		expect([early.status, late.status, held.status]).toEqual([409, 200, 200]);
	});
});

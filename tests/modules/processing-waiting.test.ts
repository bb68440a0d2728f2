import { describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { events } from "#db/schema";
import { ENGINES, MODELS } from "../support/engines.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { useHarness } from "../support/harness.ts";
import { processingOf } from "../support/processing.ts";
import { DIALOGUE, speak } from "../support/spoken.ts";
import { hasWhisper } from "../support/whisper.ts";

describe.skipIf(!hasWhisper)(`An upload before any engine is there (needs the models in ${ENGINES})`, async () => {
	if (!hasWhisper) return;
	const models = mkdtempSync(join(tmpdir(), "parley-models-"));
	await forThisFile({ close: () => rmSync(models, { recursive: true, force: true }) });
	const api = await useHarness({ env: { STT_PROVIDER: "auto", MODELS_DIR: models } });
	const { jobs } = api.parley.services;
	const { get, jobOf, record } = processingOf(api);

	test("waits, says which command to run, and is transcribed once that was run", async () => {
		const owner = await api.createOrganization();
		const recorded = await record(owner, await speak(DIALOGUE.slice(0, 1)));

		await jobs.runDue();

		const waiting = await jobOf(owner, recorded);
		expect(waiting).toMatchObject({ state: "waiting", failure: { code: "provider_not_configured" } });
		expect(waiting.failure.detail).toContain("parley models pull");
		const announced = await api.store.acrossTenants.db.select().from(events).where(eq(events.orgId, owner.orgId));
		expect(announced.map(({ type }) => type)).toContain("transcription.waiting");
		const meeting = `/meetings/${recorded.meetingId}`;
		expect(await get(owner, meeting)).toMatchObject({
			state: "processing",
			artifacts: { recording: { state: "ready" }, transcript: { state: "waiting" } },
		});

		for (const name of ["whisper-tiny-onnx", "vad"])
			cpSync(join(MODELS, name), join(models, name), { recursive: true });
		// From now on in the background, as in a server, which looks for those that wait.
		jobs.start();
		let done = await jobOf(owner, recorded);
		for (; !["succeeded", "failed"].includes(done.state); done = await jobOf(owner, recorded)) await Bun.sleep(50);

		expect(done).toMatchObject({ id: waiting.id, state: "succeeded", failure: null, engine: { engine: "onnx" } });
		const [first] = await get(owner, `/transcripts/${done.transcriptId}/segments`);
		expect(first.text).toMatch(/budget/);
	}, 240_000);
});

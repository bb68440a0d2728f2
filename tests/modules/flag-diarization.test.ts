import { describe, expect } from "bun:test";
import { ENGINES, hearingTest } from "#tests/support/engines";
import { switchingOf } from "#tests/support/flags";
import { forThisFile } from "#tests/support/for-this-file";
import { useHarness } from "#tests/support/harness";
import { processingOf } from "#tests/support/processing";
import { DIALOGUE, speak } from "#tests/support/spoken";
import { hasWhisper, startWhisper } from "#tests/support/whisper";

describe.skipIf(!hasWhisper)(`speakerDiarization (needs whisper-server in ${ENGINES})`, async () => {
	if (!hasWhisper) return;
	const whisper = await startWhisper();
	await forThisFile({ close: () => whisper.stop() });
	const api = await useHarness({
		env: { STT_PROVIDER: "openai", STT_URL: whisper.url, STT_MODEL: "whisper-tiny", PROCESSING_CONCURRENCY: "1" },
	});
	const { get, jobOf, record, segments } = processingOf(api);
	const switchTo = switchingOf(api);

	hearingTest("off: nobody is told apart in a recording. On again: its next transcript has speakers", async () => {
		const owner = await api.createOrganization({ featureFlags: { speakerDiarization: false } });
		const recorded = await record(owner, await speak(DIALOGUE.slice(0, 2), { channels: 2 }));
		/** Lets the newest job run, and returns the names of the speakers in its transcript. */
		async function labels(): Promise<readonly (string | null)[]> {
			await api.parley.services.jobs.runDue();
			const heard = await segments(owner, (await jobOf(owner, recorded)).transcriptId);
			const names: readonly (string | null)[] = heard.map(
				({ speaker }: { speaker: { label: string } | null }) => speaker?.label ?? null,
			);
			return [...new Set(names)].sort();
		}

		const without = await labels();
		const [first] = await get(owner, `/meetings/${recorded.meetingId}/transcripts`);
		await switchTo(owner, { speakerDiarization: true });
		const stillWithout = await get(owner, `/transcripts/${first.id}/speakers`);
		await api.request("POST", `/meetings/${recorded.meetingId}/transcribe`, { token: owner.token, body: {} });
		const withSpeakers = await labels();

		expect([without, stillWithout]).toEqual([[null], []]);
		expect(withSpeakers).toEqual(["Speaker 1", "Speaker 2"]);
	});
});

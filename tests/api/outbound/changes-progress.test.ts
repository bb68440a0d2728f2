import { describe, expect, test } from "bun:test";
import { openEngineProxy } from "#tests/support/engine-proxy";
import { ENGINES } from "#tests/support/engines";
import { openStream } from "#tests/support/event-feed";
import { forThisFile } from "#tests/support/for-this-file";
import { useHarness } from "#tests/support/harness";
import { processingOf } from "#tests/support/processing";
import { DIALOGUE, speak } from "#tests/support/spoken";
import { until } from "#tests/support/until";
import { hasWhisper, startWhisper } from "#tests/support/whisper";

interface Message {
	readonly changes: readonly { readonly resource: string; readonly meetingId: string; readonly progress: number }[];
}

describe.skipIf(!hasWhisper)(`The progress of a transcription (needs whisper-server in ${ENGINES})`, async () => {
	if (!hasWhisper) return;
	const whisper = await startWhisper();
	await forThisFile({ close: () => whisper.stop() });
	const engine = await forThisFile(openEngineProxy(whisper.url));
	const env = { STT_PROVIDER: "openai", STT_URL: engine.url, STT_MODEL: "whisper-tiny" };
	const api = await useHarness({ env, isServed: true });

	test("is announced while it is made, and then its transcript", async () => {
		const owner = await api.createOrganization();
		const stream = await openStream<Message>(`${api.url}/changes`, { token: owner.token });
		const all = () => stream.messages.flatMap(({ changes }) => changes);
		const path = await speak(DIALOGUE, { times: 2 });

		const { meetingId } = await processingOf(api).record(owner, path);
		await until(() => all().some(({ resource }) => resource === "transcript"), 90_000);
		// The server is not to be closed while it works.
		const transcripts = async () => (await owner.get(`/meetings/${meetingId}/transcripts`)).body.data;
		await until(async () => (await transcripts())[0].state === "ready", 90_000);
		stream.close();

		const told = all().flatMap(({ resource, progress }) => (resource === "job" && progress !== null ? [progress] : []));
		expect(told).toEqual(told.toSorted((a, b) => a - b));
		expect(told.filter((progress) => progress > 0 && progress < 1).length).toBeGreaterThan(0);
		expect(new Set(all().flatMap((change) => change.meetingId ?? []))).toEqual(new Set([meetingId]));
	});
});

import { expect, test } from "bun:test";
import { captionsOf, type ReadFrame } from "#tests/support/captions";
import { entitledOf } from "#tests/support/entitled";
import { switchingOf } from "#tests/support/flags";
import { forThisFile } from "#tests/support/for-this-file";
import { useHarness } from "#tests/support/harness";
import { openLibreServer } from "#tests/support/libretranslate";
import { resumeWaiting } from "#tests/support/processing";
import { acks, audio, errors, publishing, textsOf } from "#tests/support/publishing";
import { transcripts } from "#tests/support/transcripts";
import { translationsOf } from "#tests/support/translations";
import { until } from "#tests/support/until";

const libre = await forThisFile(openLibreServer());
const api = await useHarness({
	env: { BILLING_ENFORCEMENT: "hard", TRANSLATE_PROVIDER: "libretranslate", TRANSLATE_URL: libre.url },
});
const { entitle, use } = entitledOf(api);
const captions = captionsOf(api);
const owner = await api.createOrganization();
const { orgId } = owner;
const { sessionOf, publish } = publishing(api, owner);
const EVERYTHING = {
	workspaces: null,
	realTimeTranslation: true,
	transcription_minutes: null,
	translation_minutes: null,
};

/** Speaks for a second. */
async function say(speaking: Awaited<ReturnType<typeof publish>>, utterance: number, text: string): Promise<void> {
	await speaking.publisher.write(audio(1_000));
	speaking.stream.say(utterance, text, (utterance - 1) * 1_000);
	await until(() => acks(speaking).length === utterance);
}

test("Captions that have begun go on to the end of their meeting, whatever is used up or lacked; the next are refused", async () => {
	await entitle(orgId, { ...EVERYTHING, transcription_minutes: 1 });
	const [meeting, next] = [await captions.openLive(owner), await captions.openLive(owner)];
	const session = await sessionOf(meeting);
	const ada = await publish(session);
	await say(ada, 1, "Light bends.");
	await use(orgId, "transcriptionMs", 60_000);
	await entitle(orgId, { ...EVERYTHING, transcription_minutes: 0, liveTranscription: false });

	const bob = await publish(session, { label: "Bob" });
	// Longer than the interval in which those who speak are held against what is allowed.
	await Bun.sleep(5_000);
	await say(ada, 2, "It breaks.");
	await say(bob, 1, "Does it?");
	const refused = publish(await sessionOf(next));

	await expect(refused).rejects.toMatchObject({
		code: "entitlement_required",
		meta: { entitlement: "liveTranscription", plan: "team" },
	});
	await entitle(orgId, { ...EVERYTHING, transcription_minutes: 1 });
	await expect(publish(await sessionOf(next))).rejects.toMatchObject({
		code: "quota_exceeded",
		meta: { entitlement: "transcription_minutes", limit: 1, used: 1, plan: "team" },
	});
	expect([errors(ada), errors(bob)]).toEqual([[], []]);
	for (const { publisher } of [ada, bob]) await publisher.stop();
	await captions.end(owner, meeting);
	expect(textsOf(await captions.framesOf(owner, session.id)).toSorted()).toEqual([
		"Does it?",
		"It breaks.",
		"Light bends.",
	]);
	const [transcript] = (await transcripts.list(owner, meeting.id)).body.data;
	expect(transcript).toMatchObject({ state: "ready", segmentCount: 3 });
}, 120_000);

test("Live translation that has begun goes on; what cannot begin is translated when the meeting has ended and there is more", async () => {
	await entitle(orgId, EVERYTHING);
	await switchingOf(api)(owner, { realTimeTranslation: true });
	const translating = { transcription: { live: true, translateTo: ["es"] } };
	const [meeting, next] = [await captions.openLive(owner, translating), await captions.openLive(owner, translating)];
	const spoken = (at: number, text: string) => ({ startMs: at * 1_000, endMs: at * 1_000 + 900, text, language: "en" });
	const translated = async ({ id }: { readonly id: string }) => {
		const frames = await captions.framesOf(owner, (await sessionOf({ id })).id);
		return frames.filter(({ type }: ReadFrame) => type === "translation").map(({ text }) => text);
	};
	await captions.push(owner, meeting, [spoken(0, "Light bends.")]);
	await until(async () => (await translated(meeting)).length === 1);
	await entitle(orgId, { ...EVERYTHING, translation_minutes: 0, realTimeTranslation: false });

	await captions.push(owner, next, [spoken(0, "It is dark.")]);
	await captions.push(owner, meeting, [spoken(1, "It breaks.")]);
	await until(async () => (await translated(meeting)).length === 2);
	expect(await translated(next)).toEqual([]);
	await captions.end(owner, next);
	const [transcript] = (await transcripts.list(owner, next.id)).body.data;
	const translations = async () => (await translationsOf(api).list(owner, transcript.id)).body.data;
	await api.parley.services.jobs.runDue();
	const waiting = await translations();
	await entitle(orgId, EVERYTHING);
	await until(async () => {
		await resumeWaiting(api);
		return (await translations())[0]?.state === "ready";
	});

	expect(await translated(meeting)).toEqual(["LIGHT BENDS.", "IT BREAKS."]);
	expect(waiting).toMatchObject([{ language: "es", state: "processing" }]);
}, 120_000);

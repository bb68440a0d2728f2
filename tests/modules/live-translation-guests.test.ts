/** Who decides into which languages the server translates what is said. */
import { describe, expect, test } from "bun:test";
import { captionsOf } from "#tests/support/captions";
import type { Caller } from "#tests/support/client";
import { forThisFile } from "#tests/support/for-this-file";
import { useHarness } from "#tests/support/harness";
import { openLibreServer } from "#tests/support/libretranslate";
import { openSocket, openStream } from "#tests/support/live";
import { until } from "#tests/support/until";

const libre = await forThisFile(openLibreServer());
const api = await useHarness({
	isServed: true,
	env: { TRANSLATE_PROVIDER: "libretranslate", TRANSLATE_URL: libre.url },
});
const captions = captionsOf(api);
const owner = await api.createOrganization({ featureFlags: { realTimeTranslation: true } });
type Meeting = Awaited<ReturnType<typeof captions.openLive>>;

const openMeeting = (translateTo: readonly string[]): Promise<Meeting> =>
	captions.openLive(owner, { transcription: { live: true, translateTo } });

/** How a reader asks for languages. Each waits until it follows, and returns the codes of the errors it was told. */
const WAYS: readonly (readonly [
	string,
	(meetingId: string, token: string, to: readonly string[]) => Promise<unknown[]>,
])[] = [
	[
		"in the start message of a socket",
		async (meetingId, token, translateTo) => {
			const socket = await openSocket(api.url, { meetingId, token });
			socket.send({ type: "start", translateTo });
			await socket.next("status");
			return socket.frames.filter(({ type }) => type === "error").map(({ code }) => code);
		},
	],
	[
		"in the resume message of a socket",
		async (meetingId, token, translateTo) => {
			const socket = await openSocket(api.url, { meetingId, token });
			const { sessionId } = await socket.next("ready");
			socket.send({ type: "resume", sessionId, lastSeq: 0, translateTo });
			await socket.next("status");
			return socket.frames.filter(({ type }) => type === "error").map(({ code }) => code);
		},
	],
	[
		"in the address of an event stream",
		async (meetingId, token, translateTo) => {
			const query = { translateTo: translateTo.join(",") };
			const stream = await openStream(api.url, { meetingId, token, query });
			await stream.next("status");
			return stream.frames.filter(({ type }) => type === "error").map(({ code }) => code);
		},
	],
];

/** Says something, and returns the languages into which it was translated, once it was into these. */
async function translatedWith(meeting: Meeting, expected: readonly string[]): Promise<string[]> {
	const before = libre.asked.length;
	const said = { startMs: before * 1_000, endMs: before * 1_000 + 900, text: "Light bends.", language: "en" };
	await captions.push(owner, meeting, [said]);
	const targets = () => [...new Set(libre.asked.slice(before).map(({ target }) => target))].sort();
	await until(() => expected.every((each) => targets().includes(each)));
	return targets();
}

/** People whom the host, and not their role, lets ask. */
const GUESTS: readonly (readonly [string, (meeting: Meeting) => Promise<Caller>])[] = [
	[
		"a guest",
		async (meeting) => {
			const guest = await captions.guestIn(meeting);
			for (const kind of ["recording", "transcription"])
				await captions.decide(guest, meeting, guest.id, { kind, decision: "granted" });
			return guest;
		},
	],
	[
		"a member with the role guest",
		async (meeting) => {
			const member = await api.addMember(owner, "guest");
			await owner.post(`/meetings/${meeting.id}/participants`, { userId: member.userId });
			const { id } = await captions.join(member, meeting);
			for (const kind of ["recording", "transcription"])
				await captions.decide(member, meeting, id, { kind, decision: "granted" });
			return member;
		},
	],
];

describe.each(WAYS)("%s", (_, ask) => {
	test.each(GUESTS)("%s begins no translation, and is told; what the host lists is made", async (__, enter) => {
		const meeting = await openMeeting(["es"]);
		const { token } = await enter(meeting);

		const told = await ask(meeting.id, token, ["es", "ar"]);

		expect(told).toEqual(["forbidden"]);
		expect(await translatedWith(meeting, ["es"])).toEqual(["es"]);
	});

	test.each(GUESTS)("%s asks for what the host lists without an error", async (__, enter) => {
		const meeting = await openMeeting(["es", "ar"]);
		const { token } = await enter(meeting);

		expect(await ask(meeting.id, token, ["ar"])).toEqual([]);
		expect(await translatedWith(meeting, ["ar", "es"])).toEqual(["ar", "es"]);
	});

	test("a member of the organization begins one", async () => {
		const meeting = await openMeeting(["es"]);

		expect(await ask(meeting.id, owner.token, ["ar"])).toEqual([]);
		expect(await translatedWith(meeting, ["ar", "es"])).toEqual(["ar", "es"]);
	});
});

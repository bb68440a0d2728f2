import { describe, expect, test } from "bun:test";
import { parseSync } from "subtitle";
import { forThisFile } from "#tests/support/for-this-file";
import { guestsOf } from "#tests/support/guests";
import { useHarness } from "#tests/support/harness";
import { openLibreServer } from "#tests/support/libretranslate";
import { meetings } from "#tests/support/meetings";
import { codeOf } from "#tests/support/responses";
import { transcripts } from "#tests/support/transcripts";
import { MEETING_VTT, translationsOf } from "#tests/support/translations";

// A stand-in: what it answers is in capitals, so that the order and the number of texts can be told.
const libre = await forThisFile(openLibreServer());
const api = await useHarness({ env: { TRANSLATE_PROVIDER: "libretranslate", TRANSLATE_URL: libre.url } });
const without = await useHarness();
const owner = await api.createOrganization();
const teacher = await api.addMember(owner, "teacher");
const student = await api.addMember(owner, "student");
const outsider = await api.addMember(owner, "teacher");
const stranger = await api.createOrganization();
const translations = translationsOf(api);
const workspace = await meetings.createWorkspace(teacher, { visibility: "private" });
await meetings.join(teacher, workspace.id, student.userId, "member");

async function transcribed(vtt = MEETING_VTT): Promise<string> {
	const meeting = await meetings.made(teacher, workspace.id);
	return (await transcripts.imported(teacher, meeting.id, vtt)).id;
}

const translated = (id: string, language = "es") => translations.finished(teacher, id, language);

describe("a translation", () => {
	test("is read by those who may enter the meeting, and does not exist for anybody else", async () => {
		const id = await transcribed();
		const made = await translated(id);

		const read = await translations.get(student, id, made.id);
		const listed = await translations.list(student, id);
		const missing = await translations.get(teacher, id, "trl_01jd0z7v9gf2nbrexx3vqjhp41");

		expect(read.body.data).toEqual(made);
		expect(listed.body.data).toEqual([made]);
		expect(codeOf(missing)).toEqual([404, "not_found"]);
		for (const nobody of [stranger, outsider]) {
			const answers = [
				await translations.request(nobody, id),
				await translations.list(nobody, id),
				await translations.get(nobody, id, made.id),
				await translations.remove(nobody, id, made.id),
				await transcripts.get(nobody, id, "?format=txt&lang=es"),
				await transcripts.segments(nobody, id, "?include=translations"),
			];
			expect(answers.map(codeOf)).toEqual(answers.map(() => [404, "not_found"]));
		}
		expect(codeOf(await translations.request(student, id))).toEqual([403, "insufficient_scope"]);
		expect(codeOf(await translations.remove(student, id, made.id))).toEqual([403, "insufficient_scope"]);
	});

	test("of one transcript is none of another", async () => {
		const [id, other] = [await transcribed(), await transcribed()];
		const made = await translated(id);

		const answers = [
			await translations.get(teacher, other, made.id),
			await translations.remove(teacher, other, made.id),
			await transcripts.get(teacher, other, "?format=vtt&lang=es"),
		];

		expect(answers.map(codeOf)).toEqual(answers.map(() => [404, "not_found"]));
		expect((await translations.get(teacher, id, made.id)).status).toBe(200);
	});

	test("is read by a guest of the organization who takes part in the meeting", async () => {
		const id = await transcribed();
		const { id: translationId } = await translated(id);
		const { meetingId } = (await transcripts.get(teacher, id)).body.data;
		const guest = await api.addMember(owner, "guest");
		const body = { userId: guest.userId };
		await api.request("POST", `/meetings/${meetingId}/participants`, { token: teacher.token, body });

		const answers = [
			await translations.list(guest, id),
			await translations.get(guest, id, translationId),
			await translations.request(guest, id),
			await translations.remove(guest, id, translationId),
		];

		expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 403]);
	});

	test("is queued once, however often it is asked for", async () => {
		const id = await transcribed();

		const asked = await Promise.all([1, 2, 3].map(() => translations.request(teacher, id, "ES")));

		const { translationId, jobId } = asked[0]?.body.data ?? {};
		expect(asked.map(({ status }) => [200, 202].includes(status))).toEqual([true, true, true]);
		expect(asked.map(({ body }) => body.data)).toEqual(asked.map(() => ({ translationId, jobId })));
		const key = { "idempotency-key": crypto.randomUUID() };
		const other = await transcribed();
		const first = await translations.request(teacher, other, "es", key);
		await translated(other);
		const replayed = await translations.request(teacher, other, "es", key);
		expect([replayed.status, replayed.body]).toEqual([first.status, first.body]);
	});

	test("is refused to the language of the transcript, and to those the engine does not know", async () => {
		const id = await transcribed();

		const answers = [
			await translations.request(teacher, id, "en-US"),
			await translations.request(teacher, id, "hu"),
			await translations.request(teacher, id, "zh"),
			await translations.request(teacher, id, "xx"),
			await translations.request(teacher, id, "es; drop table"),
			await translations.request(teacher, id, ""),
		];

		expect(answers.map(codeOf)).toEqual(answers.map(() => [422, "validation_failed"]));
		const codes = answers.map(({ body }) => body.error.errors[0]);
		expect(codes.map(({ path }) => path)).toEqual(answers.map(() => "/targetLanguage"));
		expect(codes.slice(0, 3).map(({ code }) => code)).toEqual(["same_language", "unsupported", "unsupported"]);
		expect(codes[1].message).toContain("ar, es, pt-BR, zh-Hant");
	});

	test("to a region is made by the engine of its language", async () => {
		const made = await translated(await transcribed(), "es-mx");

		expect(made).toMatchObject({ language: "es-MX", state: "ready", engine: { model: "en-es" }, quality: "basic" });
	});

	test("is deleted with its version, and can be made again", async () => {
		const id = await transcribed();
		const made = await translated(id);

		const stale = await translations.remove(teacher, id, made.id, { "if-match": '"0"' });
		const removed = await translations.remove(teacher, id, made.id);

		expect(codeOf(stale)).toEqual([412, "precondition_failed"]);
		expect(removed.status).toBe(204);
		expect(codeOf(await translations.get(teacher, id, made.id))).toEqual([404, "not_found"]);
		expect((await transcripts.segments(teacher, id, "?include=translations")).body.data[0].translations).toEqual([]);
		const again = await translated(id);
		expect(again.id).not.toBe(made.id);
		expect(again.state).toBe("ready");
	});

	test("stays current when a speaker is renamed, and becomes stale when a text is corrected", async () => {
		const id = await transcribed();
		const made = await translated(id);
		const [segment] = (await transcripts.segments(teacher, id)).body.data;

		await transcripts.editSpeaker(teacher, id, segment.speaker.id, { label: "Grace" });
		const renamed = (await translations.get(teacher, id, made.id)).body.data;
		const repeated = await translations.request(teacher, id);
		await transcripts.edit(teacher, id, segment.id, { text: "" });
		const corrected = (await translations.get(teacher, id, made.id)).body.data;

		expect([renamed.stale, repeated.status, corrected.stale]).toEqual([false, 200, true]);
		await translated(id);
		const file = await transcripts.get(teacher, id, "?format=srt&lang=es");
		expect(parseSync(file.text)).toHaveLength(7);
	});

	test("needs an engine: without one the answer names the variable to set", async () => {
		const other = await without.createOrganization();
		const { id: workspaceId } = await meetings.createWorkspace(other);
		const meeting = await meetings.made(other, workspaceId);
		const { id } = await transcripts.imported(other, meeting.id, MEETING_VTT);

		const refused = await translationsOf(without).request(other, id);

		expect(codeOf(refused)).toEqual([501, "provider_not_configured"]);
		expect(refused.body.error.meta.variable).toBe("TRANSLATE_PROVIDER");
	});

	test("is refused where the AI policy does not admit it", async () => {
		const careful = await api.createOrganization();
		const guests = guestsOf(api);
		const meeting = await guests.openMeeting(careful);
		const { id } = await transcripts.imported(careful, meeting.id, MEETING_VTT);
		const policy = (translation: object) =>
			api.request("PATCH", `/orgs/${careful.orgId}/ai-policy`, { token: careful.token, body: { translation } });

		await policy({ languages: ["fr"] });
		const language = await translations.request(careful, id);
		await policy({ languages: null, providers: ["openai"] });
		const provider = await translations.request(careful, id);

		expect(codeOf(language)).toEqual([501, "provider_not_configured"]);
		expect(codeOf(provider)).toEqual([501, "provider_not_configured"]);
	});

	test("is announced by the providers of the installation", async () => {
		const { body } = await api.request("GET", "/configurations/ai-providers", { token: owner.token });

		const providers = body.data.translation.map((each: { provider: string; available: boolean }) => [
			each.provider,
			each.available,
		]);
		expect(providers).toEqual([
			["apertium", false],
			["libretranslate", true],
			["openai", false],
		]);
		expect(body.data.translation[1].languages).toContain("es");
	});
});

import { describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import OpenAI, { APIError } from "openai";
import { usageRecords } from "#db/schema/index";
import { readVtt } from "#kernel/subtitles/vtt";
import { formOf, silence } from "#tests/support/audio-forms";
import { ENGINE_ENV, engineTest, hearingTest } from "#tests/support/engines";
import { forThisFile } from "#tests/support/for-this-file";
import { useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { DIALOGUE, speak } from "#tests/support/spoken";

const dataDir = mkdtempSync(join(tmpdir(), "parley-audio-"));
const api = await useHarness({ env: { ...ENGINE_ENV, DATA_DIR: dataDir } });
await forThisFile({ close: () => rmSync(dataDir, { recursive: true, force: true }) });
const withoutEngine = await useHarness({ env: { STT_PROVIDER: "none" } });
const owner = await api.createOrganization();

/** An engine gives way to everything else on a busy machine. */
const PATIENCE_MS = 240_000;
/** Enough to be understood. */
const SHORT = DIALOGUE.slice(0, 2);

/** Returns OpenAI's own client, whose requests arrive in the application. */
const clientOf = (token: string, on = api): OpenAI =>
	new OpenAI({
		apiKey: token,
		baseURL: `http://localhost${on.config.publicUrl.prefix}/v1`,
		fetch: (url, init) => {
			const request = new Request(url, init as RequestInit);
			request.headers.set("host", "localhost");
			return Promise.resolve(on.parley.fetch(request, () => "127.0.0.1"));
		},
	});
const client = clientOf(owner.token);

/** Returns a file as programs send it. */
const fileOf = async (path: string, name = "speech.webm"): Promise<File> =>
	new File([await Bun.file(path).bytes()], name);

/** Sends a form without any client in between. */
async function send(
	fields: readonly (readonly [name: string, value: string | File])[],
	path = "/v1/audio/transcriptions",
	on = api,
	token = owner.token,
) {
	return on.request("POST", path, { token, ...(await formOf(fields)) });
}

const usedMs = async (orgId: string): Promise<number> => {
	const rows = await api.store.acrossTenants.db.select().from(usageRecords).where(eq(usageRecords.orgId, orgId));
	const heard = rows.filter(({ meter }) => meter === "transcriptionMs");
	return heard.reduce((sum, { quantity }) => sum + quantity, 0);
};

describe("OpenAI's client", () => {
	engineTest(
		"gets the text of a recording",
		async () => {
			const file = await fileOf(await speak(SHORT, { format: "webm" }));

			const { text } = await client.audio.transcriptions.create({ file, model: "whisper-1", language: "en" });

			expect(text.toLowerCase()).toContain("budget");
			expect(text.toLowerCase()).toContain("supplier");
			expect(await usedMs(owner.orgId)).toBeGreaterThan(6000);
		},
		PATIENCE_MS,
	);

	hearingTest(
		"gets segments and words with times inside the audio, in order",
		async () => {
			const file = await fileOf(await speak(SHORT, { format: "mp3" }), "speech.mp3");

			const heard = await client.audio.transcriptions.create({
				file,
				model: "whisper-1",
				response_format: "verbose_json",
				timestamp_granularities: ["segment", "word"],
			});

			expect(heard).toMatchObject({ task: "transcribe", language: "english" });
			const { duration, segments = [], words = [] } = heard;
			expect(segments.length).toBeGreaterThan(0);
			expect(words.length).toBeGreaterThan(15);
			for (const { start, end } of [...segments, ...words]) {
				expect(start).toBeLessThanOrEqual(end);
				expect(end).toBeLessThanOrEqual(Number(duration));
			}
			expect(words.map(({ start }) => start)).toEqual(words.map(({ start }) => start).toSorted((a, b) => a - b));
			expect(segments.map(({ text }) => text).join(" ")).toBe(heard.text);
		},
		PATIENCE_MS,
	);

	hearingTest(
		"gets subtitles",
		async () => {
			const file = await fileOf(await speak(SHORT, { format: "ogg" }), "speech.ogg");

			const vtt = await client.audio.transcriptions.create({ file, model: "whisper-1", response_format: "vtt" });
			const srt = await client.audio.transcriptions.create({ file, model: "whisper-1", response_format: "srt" });

			expect([...readVtt(String(vtt)).cues].length).toBeGreaterThan(0);
			expect(String(srt)).toMatch(/^1\n00:00:0\d,\d{3} --> 00:00:\d\d,\d{3}\n/);
		},
		PATIENCE_MS,
	);

	hearingTest(
		"gets a translation into English",
		async () => {
			const file = await fileOf(await speak(SHORT, { format: "wav" }), "speech.wav");

			const heard = await client.audio.translations.create({
				file,
				model: "whisper-1",
				response_format: "verbose_json",
			});

			expect(heard).toMatchObject({ language: "english" });
			expect(heard.text.toLowerCase()).toContain("budget");
		},
		PATIENCE_MS,
	);

	engineTest("shows what is wrong in one sentence, and repeats nothing in vain", async () => {
		const page = new File(["<html>no sound in here at all</html>"], "speech.mp3");

		const failure = await client.audio.transcriptions
			.create({ file: page, model: "whisper-1" })
			.catch((error: unknown) => error);

		expect(failure).toBeInstanceOf(APIError);
		const { message, code, status } = failure as APIError;
		expect({ code, status }).toEqual({ code: "unsupported_media_type", status: 415 });
		expect(message).toStartWith("415 The file is neither audio nor video");
	});

	test("learns that there is no engine, and what to do", async () => {
		const there = await withoutEngine.createOrganization();

		const failure = await clientOf(there.token, withoutEngine)
			.audio.transcriptions.create({ file: silence(), model: "whisper-1" })
			.catch((error: unknown) => error as APIError);

		expect(failure).toMatchObject({ status: 501, code: "provider_not_configured" });
	});

	test("learns that its key is not valid", async () => {
		const failure = await clientOf("nonsense")
			.audio.transcriptions.create({ file: silence(), model: "whisper-1" })
			.catch((error: unknown) => error as APIError);

		expect(failure).toMatchObject({ status: 401, code: "unauthenticated" });
	});
});

describe("a form with a file", () => {
	engineTest("of silence has no text, and counts", async () => {
		const fresh = await api.createOrganization();

		const response = await send([["file", silence()]], undefined, api, fresh.token);

		expect(response.status).toBe(200);
		expect(response.body).toEqual({ text: "" });
		expect(response.headers.get("x-engine")).toMatch(/^whisper-server\//);
		expect(await usedMs(fresh.orgId)).toBe(1000);
		const text = await send(
			[
				["file", silence()],
				["response_format", "text"],
			],
			undefined,
			api,
			fresh.token,
		);
		expect([text.text, text.headers.get("content-type")]).toEqual(["\n", "text/plain; charset=utf-8"]);
	});

	engineTest("may have the fields in any order, and the list without brackets", async () => {
		const response = await send([
			["timestamp_granularities", "word"],
			["response_format", "verbose_json"],
			["file", silence()],
			["temperature", "0.2"],
			["stream", "false"],
		]);

		expect(response.status).toBe(200);
		expect(response.body).toMatchObject({ duration: 1, text: "", words: [] });
		expect(response.body.segments).toBeUndefined();
	});

	const INVALID: readonly (readonly [what: string, fields: readonly (readonly [string, string])[], path: string])[] = [
		["an unknown field", [["secret_option", "1"]], "/secret_option"],
		["a stream", [["stream", "true"]], "/stream"],
		["an unknown format", [["response_format", "docx"]], "/response_format"],
		["an unknown granularity", [["timestamp_granularities[]", "letter"]], "/timestamp_granularities"],
		["a language that does not exist", [["language", "klingon"]], "/language"],
		["a temperature that is no number", [["temperature", "warm"]], "/temperature"],
		[
			"a field twice",
			[
				["prompt", "a"],
				["prompt", "b"],
			],
			"/prompt",
		],
		["a long prompt", [["prompt", "x".repeat(4001)]], "/prompt"],
	];
	for (const [what, fields, path] of INVALID)
		engineTest(`with ${what} is refused, and says where`, async () => {
			const response = await send([["file", silence()], ...fields]);

			expect(codeOf(response)).toEqual([422, "validation_failed"]);
			expect(response.body.error.errors.map((error: { path: string }) => error.path)).toEqual([path]);
			expect(response.body.error.message).toBe(response.body.error.detail);
		});

	engineTest("without its file, or with text in its place, is refused", async () => {
		const none = await send([["model", "whisper-1"]]);
		const text = await send([["file", "not a file"]]);
		const two = await send([
			["file", silence()],
			["file", silence()],
		]);

		expect([none, text, two].map((response) => codeOf(response)[1])).toEqual(Array(3).fill("validation_failed"));
	});

	engineTest("larger than it may be is refused, announced or not", async () => {
		const large = new Uint8Array(26 * 1024 * 1024);
		const boundary = "x";
		const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n`;
		const raw = Buffer.concat([Buffer.from(head), large, Buffer.from("\r\n--x--\r\n")]);
		const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };

		const announced = await api.request("POST", "/v1/audio/transcriptions", { token: owner.token, raw, headers });
		const stream = new ReadableStream<Uint8Array>({
			start(controller) {
				for (let at = 0; at < raw.length; at += 1 << 20) controller.enqueue(raw.subarray(at, at + (1 << 20)));
				controller.close();
			},
		});
		const unannounced = await api.request("POST", "/v1/audio/transcriptions", {
			token: owner.token,
			raw: stream,
			headers,
		});

		expect([announced, unannounced].map((response) => codeOf(response)[1])).toEqual(Array(2).fill("payload_too_large"));
	});

	test("is for whoever may write transcripts, and for JSON no place", async () => {
		const student = await api.addMember(owner, "student");

		const forbidden = await send([["file", silence()]], undefined, api, student.token);
		const json = await api.request("POST", "/v1/audio/transcriptions", { token: owner.token, body: { file: "x" } });

		expect(codeOf(forbidden)).toEqual([403, "insufficient_scope"]);
		expect(codeOf(json)).toEqual([415, "unsupported_media_type"]);
	});

	test("takes an organization: an administrator of the system has none", async () => {
		const response = await send([["file", silence()]], undefined, api, await api.signInSystem());

		expect(codeOf(response)).toEqual([403, "forbidden"]);
	});

	engineTest("leaves nothing behind in the spool", async () => {
		await send([["file", silence()]]);
		await send([["file", new File(["nonsense, but long enough to be looked at"], "x.wav")]]);

		const left = readdirSync(join(dataDir, "spool"));

		expect(left).toEqual([]);
	});

	engineTest("is one of few at once: the fifth of an organization is asked to wait", async () => {
		const busy = await api.createOrganization();

		const all = await Promise.all(
			Array.from({ length: 5 }, () => send([["file", silence()]], undefined, api, busy.token)),
		);

		const statuses = all.map(({ status }) => status).toSorted((a, b) => a - b);
		expect(statuses).toEqual([200, 200, 200, 200, 429]);
	});
});

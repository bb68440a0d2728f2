import { beforeEach, describe, expect, test } from "bun:test";
import { createChatCompletions } from "#adapters/chat-completions";
import { render } from "#kernel/texts";
import {
	type CompletionRequest,
	createLanguageModelModule,
	LanguageModelError,
	readJson,
} from "#modules/engines/language-model";
import { type ChatReply, completionOf, useChatServer } from "../support/chat-server.ts";

const { signal } = new AbortController();
const schema = { name: "answer", schema: { type: "object" } };
const REQUEST = { system: "Be brief.", user: "Who spoke?", maxTokens: 50, signal } satisfies CompletionRequest;

const server = await useChatServer();
let from = 0;
beforeEach(() => {
	from = server.asked.length;
});
const asked = () => server.asked.slice(from);

function openModel(limitMs?: number) {
	const opened = createChatCompletions({
		url: `${server.url}/`,
		apiKey: "a-secret-key",
		model: "small",
		...(limitMs !== undefined && { limitMs }),
	});
	if ("unavailable" in opened) throw new Error(render(opened.unavailable.detail, "en"));
	return opened;
}

function answer(reply: () => ChatReply | Promise<ChatReply>, request: CompletionRequest = REQUEST, limitMs?: number) {
	server.reply = reply;
	return openModel(limitMs).complete(request);
}

async function failureOf(work: Promise<unknown>): Promise<LanguageModelError> {
	const error = await work.then(
		() => new Error("no failure"),
		(thrown: unknown) => thrown,
	);
	if (error instanceof LanguageModelError) return error;
	throw error;
}

const status = (code: number, body: object | string = {}, headers: Record<string, string> = {}) =>
	new Response(typeof body === "string" ? body : JSON.stringify(body), {
		status: code,
		headers: { "content-type": "application/json", ...headers },
	});

describe("a language model behind OpenAI's interface", () => {
	test("is asked with the key, the model, the limit of its answer and the schema", async () => {
		const completion = await answer(() => "Ana did.", { ...REQUEST, schema });

		expect(completion).toEqual({ text: "Ana did.", finishReason: "stop" });
		const [only] = asked();
		expect(only).toMatchObject({ path: "/v1/chat/completions", authorization: "Bearer a-secret-key" });
		expect(only).toMatchObject({ system: "Be brief.", user: "Who spoke?" });
		expect(only?.body).toMatchObject({
			model: "small",
			temperature: 0,
			max_tokens: 50,
			stream: false,
			response_format: { type: "json_schema", json_schema: { name: "answer", strict: true } },
		});
	});

	test("gets the schema as a text where it refuses the format, from then on at once", async () => {
		server.reply = ({ body }) =>
			body.response_format ? status(400, { error: { message: "Failed to initialize samplers" } }) : '{"a": 1}';
		const model = openModel();

		const first = await model.complete({ ...REQUEST, schema });
		const second = await model.complete({ ...REQUEST, schema });

		expect([readJson(first.text), readJson(second.text)]).toEqual([{ a: 1 }, { a: 1 }]);
		expect(asked().map(({ body }) => body.response_format !== undefined)).toEqual([true, false, false]);
		expect(asked()[1]?.system).toContain('{"type":"object"}');
	});

	test("is asked in the words of newer models where it knows only those", async () => {
		server.reply = ({ body }) => {
			if (body.max_tokens) return status(400, { error: { param: "max_tokens", message: "use max_completion_tokens" } });
			if ("temperature" in body) return status(400, { error: { param: "temperature" } });
			return "Ana.";
		};

		const { text } = await openModel().complete({ ...REQUEST, schema });

		expect(text).toBe("Ana.");
		expect(asked().at(-1)?.body).toMatchObject({ max_completion_tokens: 50, response_format: {} });
	});

	test("says that an answer was cut off", async () => {
		const cut = await answer(() => Response.json(completionOf("Ana and", { finish_reason: "length" })));

		expect(cut).toEqual({ text: "Ana and", finishReason: "length" });
	});

	test("may answer in parts", async () => {
		const { text } = await answer(() =>
			Response.json(completionOf([{ type: "text", text: "Ana" }, { text: " did." }])),
		);

		expect(text).toBe("Ana did.");
	});

	test("that is busy says when to come back, and is asked no second time", async () => {
		const error = await failureOf(answer(() => status(429, {}, { "retry-after": "7" })));

		expect(error).toMatchObject({ failure: "model_busy", retryAfterMs: 7_000, isRetryable: true });
		expect(asked()).toHaveLength(1);
	});

	const declined = { index: 0, message: { content: null, refusal: "I cannot help." }, finish_reason: "stop" };
	const failures: readonly [string, () => ChatReply, LanguageModelError["failure"], boolean][] = [
		["is down", () => status(503, "<html>"), "model_busy", true],
		["does not accept the key", () => status(401), "model_refused", false],
		["does not exist", () => status(404), "model_refused", false],
		["finds the request faulty", () => status(400), "model_refused", false],
		[
			"cannot read so much",
			() => status(400, { error: { code: "context_length_exceeded" } }),
			"model_overflowed",
			false,
		],
		["redirects", () => status(302, "", { location: "http://127.0.0.1:1/" }), "model_misbehaved", true],
		[
			"answers a page",
			() => new Response("<html>", { headers: { "content-type": "text/html" } }),
			"model_misbehaved",
			true,
		],
		["answers half a body", () => status(200, '{"choices": [{'), "model_misbehaved", true],
		["answers no choices", () => status(200, { choices: [] }), "model_misbehaved", true],
		["answers a list", () => status(200, []), "model_misbehaved", true],
		["answers nothing", () => Response.json(completionOf(null)), "model_misbehaved", true],
		["answers too much", () => Response.json(completionOf("x".repeat(300_000))), "model_misbehaved", true],
		["declines", () => status(200, { choices: [declined] }), "model_declined", false],
		[
			"is filtered",
			() => status(200, { choices: [{ message: {}, finish_reason: "content_filter" }] }),
			"model_declined",
			false,
		],
	];
	for (const [what, reply, failure, isRetryable] of failures)
		test(`that ${what} fails with ${failure}`, async () => {
			const error = await failureOf(answer(reply));

			expect(error).toMatchObject({ failure, isRetryable });
			expect(error.message).not.toContain("a-secret-key");
			expect(error.message).not.toContain(server.url);
		});

	test("that takes too long is given up", async () => {
		const error = await failureOf(answer(() => Bun.sleep(2_000).then(() => "late"), REQUEST, 100));

		expect(error).toMatchObject({ failure: "model_timeout", isRetryable: true });
	});

	test("is interrupted by who asked", async () => {
		const controller = new AbortController();
		const work = answer(() => Bun.sleep(2_000).then(() => "late"), { ...REQUEST, signal: controller.signal });
		controller.abort(new Error("no longer needed"));

		expect(work).rejects.toThrow("no longer needed");
	});

	test("that is not there cannot be reached", async () => {
		const opened = createChatCompletions({ url: "http://127.0.0.1:9/v1", apiKey: undefined, model: "small" });
		if ("unavailable" in opened) throw new Error("not configured");

		expect(await failureOf(opened.complete(REQUEST))).toMatchObject({ failure: "model_unreachable" });
	});
});

describe("the language model of an organization", () => {
	const policy = { providers: [], allowExternal: false, languages: [] };
	const open = (url: string | undefined, allowed: typeof policy | object, model: string | undefined = "small") =>
		createLanguageModelModule({
			model: createChatCompletions({ url, apiKey: undefined, model }),
			policyOf: async () => ({ ...policy, ...allowed }),
		}).models;
	const OUTSIDE = "https://api.example.com/v1";

	const reasons: readonly [string, string | undefined, object, RegExp][] = [
		["none is configured", undefined, {}, /No language model is configured/],
		["it runs elsewhere and texts stay here", OUTSIDE, {}, /leave this installation/],
		[
			"another provider is wanted",
			OUTSIDE,
			{ providers: ["extractive"], allowExternal: true },
			/does not allow the language model/,
		],
		["the language is not admitted", OUTSIDE, { allowExternal: true, languages: ["de"] }, /language en-GB/],
	];
	for (const [reason, url, allowed, detail] of reasons)
		test(`is not there when ${reason}`, async () => {
			const chosen = await open(url, allowed).choose("summary", "org_1", "en-GB");

			expect("unavailable" in chosen && render(chosen.unavailable.detail, "en")).toMatch(detail);
		});

	test("is there when it runs in the own network, or texts may leave it", async () => {
		const chosen = [
			await open("http://10.0.0.7:8080/v1", {}).choose("summary", "org_1", "en"),
			await open(OUTSIDE, { allowExternal: true, languages: ["en"] }).choose("translation", "org_1", "en-GB"),
		];

		expect(chosen).toMatchObject([{ info: { runsLocally: true } }, { info: { runsLocally: false } }]);
	});
});

test("JSON is found in what models write around it", () => {
	const answers = [
		'{"a": 1}',
		'Here it is:\n```json\n{"a": 1}\n```\nAnything else?',
		'<think>{"no": 2}</think>{"a": 1}',
		'Sure! {"a": 1} I hope that helps.',
		"no value",
		'{"a": ',
		"42",
	];

	const values = answers.map(readJson);

	expect(values).toEqual([...Array.from({ length: 4 }, () => ({ a: 1 })), undefined, undefined, undefined]);
});

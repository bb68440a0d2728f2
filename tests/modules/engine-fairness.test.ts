import { describe, expect, test } from "bun:test";
import { createChatCompletions } from "#adapters/chat-completions";
import { createSpeechAdapters } from "#adapters/speech/adapters";
import { createTranslationAdapters } from "#adapters/translation/adapters";
import { createLanguageModelModule } from "#modules/engines/language-model";
import { createSpeechModule } from "#modules/engines/speech";
import { createTranslatorsModule } from "#modules/engines/translators";
import { ownProgram } from "#src/own-program";
import { forThisFile } from "../support/for-this-file.ts";

/** Requests that are answered at a time by each engine: what its adapter is configured with, or has built in. */
const PLACES = 2;

/** A server of all engines, on loopback: it answers a little later, in the order of arrival. */
const server = Bun.serve({
	hostname: "127.0.0.1",
	port: 0,
	async fetch(request) {
		const { pathname } = new URL(request.url);
		await request.arrayBuffer();
		await Bun.sleep(2);
		if (pathname === "/languages") return Response.json([{ code: "en", name: "English", targets: ["es"] }]);
		if (pathname === "/translate") return Response.json({ translatedText: ["Hola."] });
		if (pathname.endsWith("/chat/completions"))
			return Response.json({
				object: "chat.completion",
				model: "stand-in",
				choices: [{ index: 0, message: { role: "assistant", content: "Hello." }, finish_reason: "stop" }],
			});
		return Response.json({ language: "english", duration: 1, text: "", segments: [] });
	},
});
await forThisFile({ close: () => server.stop(true) });

const url = server.url.href.replace(/\/$/, "");
const { signal } = new AbortController();
const log = { debug() {}, info() {}, warn() {}, error() {} };
const model = createChatCompletions({ url: `${url}/v1`, apiKey: undefined, model: "stand-in" });
const { models } = createLanguageModelModule({
	model,
	policyOf: async () => ({ providers: [], allowExternal: true }),
});
const { translators } = createTranslatorsModule({
	adapters: createTranslationAdapters({ provider: "libretranslate", url, apiKey: undefined, languageModel: model }),
	policyOf: async () => null,
});
const { engines } = createSpeechModule({
	adapters: await forThisFile(speechAdapters()),
	provider: "openai",
	liveProvider: "window",
	policyOf: async () => null,
});

function speechAdapters() {
	return createSpeechAdapters({
		url: `${url}/v1`,
		apiKey: undefined,
		model: undefined,
		concurrency: PLACES,
		whisperServer: undefined,
		threads: undefined,
		modelsDir: "/nonexistent",
		program: ownProgram(),
		log,
	});
}

/** Returns what was chosen. @throws when nothing was */
function there<T extends object>(found: T): Exclude<T, { readonly unavailable: object }> {
	if ("unavailable" in found) throw new Error(JSON.stringify(found.unavailable));
	return found as Exclude<T, { readonly unavailable: object }>;
}

/** One request of an organization to each engine, chosen as its callers choose it. */
const REQUESTS: Readonly<Record<string, (orgId: string) => Promise<unknown>>> = {
	"the language model": async (orgId) =>
		there(await models.choose("summary", orgId, null)).complete({ system: "", user: "", maxTokens: 10, signal }),
	"a translation engine": async (orgId) =>
		there(await translators.choose(orgId, "es")).translate(["Hello."], { from: "en", to: "es", signal }),
	"a speech engine": async (orgId) =>
		there(await engines.choose({ orgId, language: "en", task: "transcribe" })).transcribe(new Float32Array(16_000), {
			language: "en",
			signal,
		}),
};

describe("one request of an organization, beside many of another that came before", () => {
	test.each(Object.entries(REQUESTS))("waits for a turn of %s, and no longer", async (_name, ask) => {
		await ask("org_warm"); // What is asked once, such as the languages, is known then.
		let ended = 0;

		const flood = Promise.all(
			Array.from({ length: 60 }, async () => {
				await ask("org_flood");
				ended++;
			}),
		);
		await Bun.sleep(0);
		await ask("org_other");
		const before = ended;
		await flood;

		// Those that had begun, and a turn.
		expect(before).toBeLessThanOrEqual(3 * PLACES);
	});
});

import { describe, expect } from "bun:test";
import { apertiumTest, sharedApertium } from "../support/apertium.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { openTranslationProxy } from "../support/translation-proxy.ts";
import { startUploadingServer } from "../support/uploading-server.ts";

const SEGMENTS = 450;

describe("A server that is killed while it translates", () => {
	apertiumTest(
		"goes on at the segments it was at",
		async () => {
			const proxy = await forThisFile(openTranslationProxy((await sharedApertium()).url));
			const server = await forThisFile(
				startUploadingServer({ TRANSLATE_PROVIDER: "apertium", TRANSLATE_URL: proxy.url }),
			);
			const ask = async (method: string, path: string, body?: unknown) =>
				((await (await server.request(method, path, body)).json()) as { data: Record<string, never> }).data;
			const { meetingId } = await server.announce(100);
			const segments = Array.from({ length: SEGMENTS }, (_, at) => ({
				startMs: at * 1_000,
				endMs: at * 1_000 + 900,
				text: `The budget of project ${at} is approved.`,
			}));
			const { id } = await ask("PUT", `/meetings/${meetingId}/transcripts`, { language: "en", segments });
			const { translationId } = await ask("POST", `/transcripts/${id}/translations`, { targetLanguage: "es" });
			const translation = () => ask("GET", `/transcripts/${id}/translations/${translationId}`);

			// Some are stored; what comes next is kept until the server is dead.
			while ((await translation()).segmentCount === 0) await Bun.sleep(5);
			proxy.mode = "hold";
			await proxy.nextRequest();
			const { segmentCount: before } = await translation();
			const stored = new Set(segments.slice(0, before).map(({ text }) => text));
			await server.kill();
			proxy.mode = "pass";
			proxy.release();
			proxy.sent.length = 0;
			await server.start();

			let now: Readonly<Record<string, unknown>>;
			do {
				await Bun.sleep(200);
				now = await translation();
			} while (now.state === "processing");
			expect(now).toMatchObject({ state: "ready", segmentCount: SEGMENTS, stale: false });
			expect(proxy.sent.flat().filter((text) => stored.has(text))).toEqual([]);
			const file = await (await server.request("GET", `/transcripts/${id}?format=vtt&lang=es`)).text();
			expect(file.match(/presupuesto/g)).toHaveLength(SEGMENTS);
		},
		240_000,
	);
});

import { describe, expect } from "bun:test";
import { apertiumTest, hasApertium, sharedApertium } from "#tests/support/apertium";
import { captionsOf, type ReadFrame } from "#tests/support/captions";
import { switchingOf } from "#tests/support/flags";
import { forThisFile } from "#tests/support/for-this-file";
import { useHarness } from "#tests/support/harness";
import { transcripts } from "#tests/support/transcripts";
import { openTranslationProxy } from "#tests/support/translation-proxy";
import { translationsOf } from "#tests/support/translations";
import { until } from "#tests/support/until";

const proxy = await forThisFile(
	openTranslationProxy(hasApertium ? (await sharedApertium()).url : "http://127.0.0.1:1"),
);
const api = await useHarness({ env: { TRANSLATE_PROVIDER: "apertium", TRANSLATE_URL: proxy.url } });
const switchTo = switchingOf(api);
const captions = captionsOf(api);
const translations = translationsOf(api);

const spoken = (at: number, text: string) => ({ startMs: at * 1_000, endMs: at * 1_000 + 900, text, language: "en" });
const isTranslation = ({ type }: ReadFrame): boolean => type === "translation";

describe("realTimeTranslation", () => {
	apertiumTest(
		"switched off and on in a meeting: translates what is said while it is on, and a job the rest",
		async () => {
			const owner = await api.createOrganization({ featureFlags: { realTimeTranslation: true } });
			const meeting = await captions.openLive(owner, { transcription: { live: true, translateTo: ["es"] } });
			await captions.push(owner, meeting, [spoken(0, "The budget is approved.")]);
			const { id } = await api.parley.services.captions.session({ orgId: owner.orgId, id: meeting.id } as never);
			const translated = async () => (await captions.framesOf(owner, id)).filter(isTranslation);
			await until(async () => (await translated()).length === 1);
			await switchTo(owner, { realTimeTranslation: false });
			await captions.push(owner, meeting, [spoken(1, "Who calls the supplier?")]);
			await Bun.sleep(500);
			const whileOff = await translated();
			await switchTo(owner, { realTimeTranslation: true, piiRedaction: true });
			await until(async () => {
				await captions.push(owner, meeting, [spoken(2, "Maria sends the invoice to maria@example.com.")]);
				return (await translated()).length > 1;
			});

			const during = await translated();
			await captions.end(owner, meeting);
			await api.parley.services.jobs.runDue();

			expect(whileOff).toHaveLength(1);
			expect(during[0]?.text).toContain("presupuesto");
			for (const { text } of during.slice(1)) expect(text).toContain("[email]");
			const [transcript] = (await transcripts.list(owner, meeting.id)).body.data;
			expect((await translations.list(owner, transcript.id)).body.data).toMatchObject([
				{ language: "es", state: "ready" },
			]);
			const file = await transcripts.get(owner, transcript.id, "?format=txt&lang=es");
			expect(file.text).toContain("proveedor");
			expect(file.text).toContain("[email]");
			expect(file.text).not.toContain("@example");
		},
	);
});

import { expect, test } from "bun:test";
import { formOf } from "#tests/support/audio-forms";
import { ENGINE_ENV } from "#tests/support/engines";
import { useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { wavOf } from "#tests/support/wav";

const installations = [
	await useHarness({ env: ENGINE_ENV }),
	await useHarness({ env: { STT_PROVIDER: "none" } }),
	await useHarness({ env: { STT_PROVIDER: "none", FFMPEG_PATH: "none" } }),
];

test.each([
	["without samples", wavOf(44)],
	["that ends with its header", wavOf(44).slice(0, 36)],
	["that announces what is not there", wavOf(32_044).slice(0, 44)],
])("a WAV %s is unreadable on every installation", async (_what, bytes) => {
	for (const api of installations) {
		const { token } = await api.createOrganization();
		const form = await formOf([["file", new File([bytes], "empty.wav")]]);

		expect(codeOf(await api.request("POST", "/v1/audio/transcriptions", { token, ...form }))).toEqual([
			422,
			"media_unreadable",
		]);
	}
});

import { describe, expect, test } from "bun:test";
import { useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { announced } from "#tests/support/traces";

const api = await useHarness();
const owner = await api.createOrganization();
const member = await api.addMember(owner, "member");
const path = `/orgs/${owner.orgId}/ai-policy`;

const get = async (query = "") => (await api.request("GET", path + query, { token: member.token })).body.data;
const patch = (body: unknown, token = owner.token) => api.request("PATCH", path, { token, body });
const DEFAULT = { providers: [], allowExternal: false, languages: [] };

describe("the AI policies of an organization", () => {
	test("keep everything on the installation until it allows more, one member at a time", async () => {
		const before = await get();
		const changed = await patch({
			transcription: { providers: ["onnx", "openai"], allowExternal: true, languages: ["EN", "pt-br", "en"] },
		});
		const further = await patch({ transcription: { providers: null }, summary: { allowExternal: true } });
		const back = await patch({ transcription: null, summary: null });

		const transcription = { providers: ["onnx", "openai"], allowExternal: true, languages: ["en", "pt-BR"] };
		expect(before).toEqual({ transcription: DEFAULT, translation: DEFAULT, summary: DEFAULT });
		expect(changed.body.data).toEqual({ transcription, translation: DEFAULT, summary: DEFAULT });
		expect(further.body.data).toEqual({
			transcription: { ...transcription, providers: [] },
			translation: DEFAULT,
			summary: { ...DEFAULT, allowExternal: true },
		});
		expect(back.body.data).toEqual(before);
		expect(await announced(api.store, owner.orgId)).toContain("org.ai_policy_updated");
	});

	test("are part of the organization, by `fields`", async () => {
		await patch({ translation: { languages: ["de"] } });

		const { body } = await api.request("GET", `/orgs/${owner.orgId}?fields=aiPolicy.translation`, {
			token: owner.token,
		});

		expect(body.data).toEqual({ aiPolicy: { translation: { ...DEFAULT, languages: ["de"] } } });
		expect(await get("?fields=translation.languages")).toEqual({ translation: { languages: ["de"] } });
	});

	test("let nothing leave the installation under HIPAA, whatever they say", async () => {
		const clinic = await api.createOrganization({ orgType: "healthcare" });
		const of = (rest: string) => `/orgs/${clinic.orgId}/${rest}`;
		const send = (rest: string, body: unknown) => api.request("PATCH", of(rest), { token: clinic.token, body });

		const open = await send("ai-policy", { transcription: { allowExternal: true } });
		await send("settings", { complianceMode: "hipaa" });
		const barred = await api.request("GET", of("ai-policy"), { token: clinic.token });

		expect(open.body.data.transcription.allowExternal).toBe(true);
		expect(barred.body.data.transcription.allowExternal).toBe(false);
	});

	test.each([
		["an unknown provider", { summary: { providers: ["onnx"] } }, "/summary/providers/0"],
		["a provider twice", { transcription: { providers: ["onnx", "onnx"] } }, "/transcription/providers"],
		["a language that does not exist", { translation: { languages: ["en", "qq"] } }, "/translation/languages/1"],
		["an unknown task", { singing: {} }, "/singing"],
	])("refuse %s", async (_what, body, at) => {
		const refused = await patch(body);

		expect(refused.status).toBe(422);
		expect(refused.body.error.errors.map((error: { path: string }) => error.path)).toContain(at);
	});

	test("are changed by administrators alone", async () => {
		expect(codeOf(await patch({}, member.token))).toEqual([403, "insufficient_scope"]);
	});
});

describe("the providers of AI", () => {
	test("are shown to whoever is signed in, with what is missing", async () => {
		const { status, body } = await api.request("GET", "/configurations/ai-providers", { token: member.token });

		const names = (task: string) => body.data[task].map(({ provider }: { provider: string }) => provider);
		expect(status).toBe(200);
		expect(names("transcription")).toEqual(["whisper-server", "onnx", "openai", "vosk", "openai-realtime"]);
		for (const { available, hint } of body.data.transcription) expect(available).toBe(hint === null);
	});
});

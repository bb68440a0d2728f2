import { expect, test } from "bun:test";
import OpenAI, { type APIError } from "openai";
import { useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";

/** A server that is only named: it is not asked here. */
const STT = { STT_PROVIDER: "openai", STT_URL: "http://127.0.0.1:9/v1", STT_MODEL: "Systran/faster-whisper-large-v3" };
const COMMON = { id: "whisper-1", object: "model", created: 0, owned_by: "parley" } as const;
const api = await useHarness({ env: STT });
const withoutEngine = await useHarness({ env: { STT_PROVIDER: "none" } });

const clientOf = (token: string, on = api): OpenAI =>
	new OpenAI({
		apiKey: token,
		baseURL: `http://localhost${on.config.publicUrl.prefix}/v1`,
		maxRetries: 0,
		fetch: (url, init) => {
			const request = new Request(url, init as RequestInit);
			request.headers.set("host", "localhost");
			return Promise.resolve(on.parley.fetch(request, () => "127.0.0.1"));
		},
	});

test("OpenAI's client lists the models of the engines, and whisper-1, and reads each", async () => {
	const owner = await api.createOrganization();
	const { models } = clientOf(owner.token);

	const listed = await Array.fromAsync(await models.list());

	expect(listed).toEqual([{ id: STT.STT_MODEL, object: "model", created: 0, owned_by: "openai" }, COMMON]);
	for (const model of listed) expect(await models.retrieve(model.id)).toEqual(model);
	const missing = await models.retrieve("gpt-9").catch((error: unknown) => error as APIError);
	expect(missing).toMatchObject({ status: 404, code: "not_found" });
});

test("only whisper-1 is listed without an engine, or where the policy of the organization allows none", async () => {
	const there = await withoutEngine.createOrganization();
	const owner = await api.createOrganization();
	const policy = { transcription: { providers: ["vosk"] } };
	await api.request("PATCH", `/orgs/${owner.orgId}/ai-policy`, { token: owner.token, body: policy });

	expect(await Array.fromAsync(await clientOf(there.token, withoutEngine).models.list())).toEqual([COMMON]);
	expect(await Array.fromAsync(await clientOf(owner.token).models.list())).toEqual([COMMON]);
});

test("models are read by callers who may have audio transcribed", async () => {
	const owner = await api.createOrganization();
	const student = await api.addMember(owner, "student");
	const list = (token?: string) => api.request("GET", "/v1/models", token === undefined ? {} : { token });

	expect(codeOf(await list())).toEqual([401, "unauthenticated"]);
	expect(codeOf(await list(student.token))).toEqual([403, "insufficient_scope"]);
	expect(codeOf(await list(await api.signInSystem()))).toEqual([403, "forbidden"]);
});

/** A password or code that a request offers as proof of who sends it is wrong, or it is not: the session does not matter. */
import { expect, test } from "bun:test";
import type { TSchema } from "@sinclair/typebox";
import { exampleIds } from "#tests/support/example-ids";
import { PASSWORD, useHarness } from "#tests/support/harness";

const api = await useHarness();
const ids = exampleIds(api.parley);

interface Hooks {
	readonly body?: TSchema;
	readonly detail?: { readonly operationId: string; readonly "x-operation"?: { readonly request?: object } };
}

/** The operations that take a password or a code beside a session, with an example of the rest. */
const PROVED = api.parley.router.routes.flatMap(({ method, path, hooks }) => {
	const { body, detail }: Hooks = hooks;
	const members = Object.keys(body?.properties ?? {});
	const isProved = members.includes("password") && members.includes("code");
	const url = path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? "x");
	return isProved ? [{ name: `${method} ${path}`, method, url, example: detail?.["x-operation"]?.request ?? {} }] : [];
});

test("are those known", () => {
	expect(PROVED.map(({ name }) => name).toSorted()).toEqual([
		"DELETE /auth/mfa/totp",
		"DELETE /auth/passkeys/:id",
		"DELETE /auth/profile",
		"POST /auth/mfa/recovery-codes",
		"POST /auth/mfa/totp",
		"POST /auth/passkeys/register/options",
		"POST /auth/profile/export",
	]);
});

test.each(PROVED)("$name refuses a wrong one right after the sign-in", async ({ method, url, example }) => {
	const { token, email } = await api.createOrganization();
	const confirmed = "confirm" in example ? { ...example, confirm: email } : example;

	for (const proof of [{ password: "not the password at all" }, { password: PASSWORD, code: "123456" }]) {
		const refused = await api.request(method, url, { token, body: { ...confirmed, ...proof } });

		expect(refused.body.error).toMatchObject({ code: "forbidden", meta: { reason: "wrong_proof" } });
	}
});

test.each([{ name: "Ada" }, { locale: "de-DE" }, {}])(
	"a change of the profile refuses a wrong one: %j",
	async (change) => {
		const { token } = await api.createOrganization();
		const update = (current: string) =>
			api.request("PATCH", "/auth/update-profile", { token, body: { ...change, password: { current } } });

		const refused = await update("not the password at all");
		const accepted = await update(PASSWORD);

		expect(refused.body.error.errors).toMatchObject([{ path: "/password/current", code: "incorrect" }]);
		expect(accepted.status).toBe(200);
	},
);

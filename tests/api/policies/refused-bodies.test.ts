/** One answer names all that is wrong with a body, where what a service refuses is not tried in the examples. */
import { describe, expect, test } from "bun:test";
import type { FieldError } from "#kernel/errors";
import { PASSWORD, type TestResponse, useHarness } from "#tests/support/harness";
import { issueInvoice } from "#tests/support/invoices";
import { codeOf as statusOf } from "#tests/support/responses";
import { codeOf, wrongCodeOf } from "#tests/support/second-factor";

const api = await useHarness({ env: { BILLING_ENFORCEMENT: "hard" } });
const limited = await useHarness({ env: { RATE_LIMITS: "on" } });

const faults = ({ status, body }: TestResponse): string[] => {
	expect([status, body.error?.code]).toEqual([422, "validation_failed"]);
	return body.error.errors.map(({ path, code }: FieldError) => `${path} ${code}`).toSorted();
};

/** Requests of which a service refuses the body, by operation. */
const REFUSED: Readonly<Record<string, readonly [method: string, path: string, bodies: readonly object[]]>> = {
	updateBillingPlan: [
		"POST",
		"/orgs/{orgId}/billing/plan",
		[{ planCode: "none" }, { planCode: "free", seats: 1_000 }, { planCode: "none", seats: 1_000, dryRun: true }],
	],
	closeAccount: [
		"DELETE",
		"/auth/profile",
		[{ confirm: "ada@elsewhere.example" }, { confirm: "", password: PASSWORD }],
	],
	disallowDomains: [
		"DELETE",
		"/orgs/{orgId}/domains",
		[{}, { domain: "a.example", domains: ["b.example"] }, { domain: "a.example", domains: ["a.example"] }],
	],
};

describe.each(Object.entries(REFUSED))("a body that %s refuses", (_, [method, path, bodies]) => {
	test.each(bodies.map((body) => [JSON.stringify(body), body] as const))(
		"is refused as well if it does not fit its schema: %s",
		async (__, body) => {
			const { orgId, token } = await api.createOrganization({ orgType: "business" });
			const send = async (sent: object) =>
				faults(await api.request(method, path.replace("{orgId}", orgId), { token, body: sent }));

			const alone = await send(body);

			expect(alone).not.toEqual([]);
			expect(await send({ ...body, strange: 1 })).toEqual([...alone, "/strange unknown_member"].toSorted());
		},
	);
});

const CARD = "4242 4242 4242 4242";
/** Requests about money, below the billing of an organization that is owed 9.00 and owes 19.00. */
const OF_MONEY: Readonly<Record<string, readonly [method: string, path: string, bodies: readonly object[]]>> = {
	payInvoice: ["POST", "/invoices/{open}/pay", [{ amountMinor: 1_901 }, { amountMinor: 1_901, reference: " " }]],
	createCreditNote: [
		"POST",
		"/invoices/{open}/credit-notes",
		[{ reason: "Error", amountMinor: 1_901 }, { reason: CARD }],
	],
	refundBalance: [
		"POST",
		"/account/refunds",
		[{ amountMinor: 901 }, { amountMinor: 901, currency: "EUR", reference: " " }, { reference: CARD }],
	],
	updateBillingAccount: ["PATCH", "/account", [{ name: CARD }, { address: { city: CARD } }]],
};

describe("a body about money", async () => {
	const token = await api.signInSystem();
	const { orgId } = await api.createOrganization({ orgType: "business" });
	const send = (method: string, path: string, body: object) =>
		api.request(method, `/orgs/${orgId}/billing${path}`, { token, body });
	const open = await issueInvoice(api, orgId, [1_900]);
	const paid = await issueInvoice(api, orgId, [1_900]);
	await send("POST", `/invoices/${paid.id}/pay`, {});
	await send("POST", `/invoices/${paid.id}/credit-notes`, { reason: "Error", amountMinor: 900 });
	const cases = Object.entries(OF_MONEY).flatMap(([operation, [method, path, bodies]]) =>
		bodies.map(
			(body) => [`${operation} ${JSON.stringify(body)}`, method, path.replace("{open}", open.id), body] as const,
		),
	);

	test.each(cases)("is refused as well if it does not fit its schema: %s", async (_, method, path, body) => {
		const alone = faults(await send(method, path, body));

		expect(alone).not.toEqual([]);
		expect(faults(await send(method, path, { ...body, strange: 1 }))).toEqual(
			[...alone, "/strange unknown_member"].toSorted(),
		);
	});
});

test("nothing is said of a plan or domains that cannot be told", async () => {
	const { orgId, token } = await api.createOrganization({ orgType: "business" });
	const send = async (method: string, path: string, body: object) =>
		faults(await api.request(method, `/orgs/${orgId}${path}`, { token, body }));

	expect(await send("POST", "/billing/plan", { planCode: 1, seats: 1_000 })).toEqual(["/planCode invalid"]);
	expect(await send("DELETE", "/domains", { domain: 1 })).toEqual(["/domain invalid"]);
	expect(await send("DELETE", "/domains?domain=a.example", { strange: 1 })).toEqual(["/strange unknown_member"]);
});

describe("the first code of an authenticator", () => {
	async function begin(on = api) {
		const { token } = await on.createOrganization();
		const post = (path: string, body: object) => on.request("POST", `/auth/mfa/totp${path}`, { token, body });
		const { secret } = (await post("", {})).body.data;
		return { secret, confirm: (body: object) => post("/confirm", body) };
	}

	test("is refused together with what does not fit the schema", async () => {
		const { secret, confirm } = await begin();

		const both = await confirm({ code: wrongCodeOf(api, secret), strange: 1 });
		const right = await confirm({ code: codeOf(api, secret), strange: 1 });
		const unfit = await confirm({ code: 1, strange: 1 });
		const done = await confirm({ code: codeOf(api, secret) });

		expect(faults(both)).toEqual(["/code invalid", "/strange unknown_member"]);
		expect(faults(right)).toEqual(["/strange unknown_member"]);
		expect(faults(unfit)).toEqual(["/code invalid", "/strange unknown_member"]);
		expect(done.status).toBe(200);
	});

	test("counts as one attempt, whatever else is wrong", async () => {
		const attemptsOf = async (more: object): Promise<number> => {
			const { secret, confirm } = await begin(limited);
			const wrong = { code: wrongCodeOf(limited, secret), ...more };
			for (let n = 0; n < 20; n++) {
				const { body } = await confirm(wrong);
				if (body.error.errors?.some(({ path }: FieldError) => path === "/code")) continue;
				expect(statusOf(await confirm({ code: codeOf(limited, secret) }))).toEqual([429, "rate_limited"]);
				return n;
			}
			throw new Error("attempts are not limited");
		};

		expect([await attemptsOf({}), await attemptsOf({ strange: 1 })]).toEqual([5, 5]);
	});
});

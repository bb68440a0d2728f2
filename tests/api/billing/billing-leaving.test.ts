/** What leaving a plan gives back: what was paid, once, with the taxes that were paid. */
import { expect, test } from "bun:test";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { subscribing } from "#tests/support/subscriptions";

const api = await useHarness({ env: { BILLING_ENFORCEMENT: "hard", BILLING_TAX_RATES: "DE=19 MwSt" } });
const { send, operate, choose, billingOf, invoicesOf, pay, inUtc } = subscribing(api);

const YEAR = { planCode: "business", interval: "year", seats: 10 } as const;
const PRICE = 199_000;
const leave = (owner: SignedIn) => choose(owner, { planCode: "free", effective: "immediately" });
const balanceOf = async (owner: SignedIn) => (await billingOf(owner)).account.balanceMinor;
const moveTo = (owner: SignedIn, country: string) => send(owner, "PATCH", "/billing/account", { address: { country } });

/** Subscribes to a year, whose invoice is to be paid, and returns that. */
async function buyYear(): Promise<readonly [owner: SignedIn, invoiceId: string]> {
	const owner = await inUtc();
	await choose(owner, YEAR);
	const [{ id }] = await invoicesOf(owner);
	return [owner, id];
}

const act = ({ orgId }: SignedIn, id: string, action: string) =>
	operate("POST", `/orgs/${orgId}/billing/invoices/${id}/${action}`, action === "void" ? {} : { reason: "Left" });

test("A plan that was never paid leaves no balance, whatever the operator does with its invoice", async () => {
	for (const action of ["void", "credit-notes"]) {
		const [owner, id] = await buyYear();

		const left = await leave(owner);
		await act(owner, id, action);

		expect(left.body.data.subscription.status).toBe("canceled");
		expect(await balanceOf(owner)).toBe(0);
		expect((await send(owner, "GET", `/billing/invoices/${id}`)).body.data.amountDueMinor).toBeLessThan(10);
		await choose(owner, YEAR);
		expect((await invoicesOf(owner))[0]).toMatchObject({ status: "open", amountDueMinor: PRICE });
	}
});

test("A plan that was paid is given back once, by leaving it or by a credit note, not by both", async () => {
	const [owner, id] = await buyYear();
	await pay(owner, id);

	await leave(owner);
	const unused = await balanceOf(owner);
	await act(owner, id, "credit-notes");
	const again = await act(owner, id, "credit-notes");

	expect(unused).toBeWithin(PRICE - 10, PRICE + 1);
	expect(await balanceOf(owner)).toBe(PRICE);
	expect(again.status).toBe(409);
});

test("A year that becomes a month is given back once as well", async () => {
	const [owner, id] = await buyYear();
	await pay(owner, id);

	await choose(owner, { ...YEAR, interval: "month", effective: "immediately" });
	await act(owner, id, "credit-notes");
	await leave(owner);

	expect(await balanceOf(owner)).toBeWithin(PRICE - 10, PRICE + 1);
});

test("Unused time is given back with the taxes with which it was charged, not with those of another country", async () => {
	const [stays, moves] = [await inUtc(), await inUtc()];
	await moveTo(stays, "DE");
	for (const owner of [stays, moves]) {
		await choose(owner, YEAR);
		const [{ id }] = await invoicesOf(owner);
		await pay(owner, id);
	}
	await moveTo(moves, "DE");

	for (const owner of [stays, moves]) await leave(owner);

	expect(await balanceOf(stays)).toBeWithin(PRICE * 1.19 - 10, PRICE * 1.19 + 1);
	expect(await balanceOf(moves)).toBeWithin(PRICE - 10, PRICE + 1);
});

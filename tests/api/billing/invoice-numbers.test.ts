/** Numbers of invoices, and what is written of those that were issued: on each engine. */
import { expect, test } from "bun:test";
import { invoices } from "#db/schema/index";
import { listenToStatements } from "#db/trace";
import { useHarness } from "#tests/support/harness";
import { issueInvoice } from "#tests/support/invoices";
import { inProcessTest } from "#tests/support/target";

const api = await useHarness();
const numbersOf = async (kind: "invoice" | "credit_note") => {
	const rows = await api.store.acrossTenants.db.select({ kind: invoices.kind, number: invoices.number }).from(invoices);
	return rows
		.filter((row) => row.kind === kind)
		.map(({ number }) => Number(number.split("-")[1]))
		.toSorted((a, b) => a - b);
};
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test("Forty invoices at once, of which every third fails after it got its number, leave no gap and no number twice", async () => {
	const owners = await Promise.all(upTo(8).map(() => api.createOrganization()));
	const failing = () => Promise.reject(new Error("nothing of this happens"));

	const made = await Promise.allSettled(
		upTo(40).map((n) =>
			issueInvoice(api, owners[n % 8]?.orgId ?? "", [100 + n], n % 3 === 0 ? { afterwards: failing } : {}),
		),
	);
	const failed = made.filter(({ status }) => status === "rejected");
	const system = await api.signInSystem();
	const open = made.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
	const notes = await Promise.all(
		open.map(({ orgId, id }) =>
			api.request("POST", `/orgs/${orgId}/billing/invoices/${id}/credit-notes`, {
				token: system,
				body: { reason: "All of it" },
			}),
		),
	);

	expect(failed).toHaveLength(13);
	expect(await numbersOf("invoice")).toEqual(upTo(27));
	expect(notes.map(({ status }) => status)).toEqual(open.map(() => 201));
	expect(await numbersOf("credit_note")).toEqual(upTo(27));
});

inProcessTest("What is written of an issued invoice is how far it is, and nothing that it says", async () => {
	const { orgId } = await api.createOrganization();
	const issued = await Promise.all([1, 2, 3].map((n) => issueInvoice(api, orgId, [100 * n])));
	const [first, second, third] = issued.map(({ id }) => `/orgs/${orgId}/billing/invoices/${id}`);
	const written = new Set<string>();
	const stop = listenToStatements(({ text }) => {
		const [, columns = ""] = /^update "invoices" set (.*) where /.exec(text) ?? [];
		for (const [, column = ""] of columns.matchAll(/"(\w+)" = /g)) written.add(column);
	});

	const send = async (path: string | undefined, action: string, body: object = {}) =>
		(await api.request("POST", `${path}/${action}`, { token: await api.signInSystem(), body })).status;
	const statuses = [
		await send(first, "pay", { amountMinor: 40, reference: "Transfer" }),
		await send(first, "credit-notes", { reason: "A part", amountMinor: 10 }),
		await send(first, "pay"),
		await send(second, "void"),
	];
	api.advanceMs(15 * 24 * 60 * 60 * 1_000);
	await api.parley.services.jobs.runDue("invoices.overdue");
	stop();

	expect([statuses, third]).toEqual([[200, 201, 200, 200], expect.any(String)]);
	expect([...written].toSorted()).toEqual([
		"amount_due_minor",
		"amount_paid_minor",
		"corrected_minor",
		"overdue_at_ms",
		"paid_at_ms",
		"payment_reference",
		"state",
		"version",
		"voided_at_ms",
	]);
});

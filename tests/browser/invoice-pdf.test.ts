import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import type { InvoiceLine } from "#db/schema";
import { CHROMIUM, closePages, hasBrowser, openBrowser, openPage } from "#tests/support/browser";
import { useHarness } from "#tests/support/harness";
import { issueInvoice, lineOf } from "#tests/support/invoices";

const api = await useHarness({
	env: {
		BILLING_TAX_RATES: "*=19 VAT",
		BILLING_ISSUER: "Example Meetings Ltd|1 High Street|London",
		BILLING_INSTRUCTIONS: "IBAN GB00 0000",
	},
});
const LONG_NAME = "בית ספר Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnungsanstalt ".repeat(2);

/** Paper that people print on, without its margins of 18 mm, in CSS pixels. */
const PAPER = { A4: { width: 658, height: 987 }, Letter: { width: 680, height: 920 } } as const;

/** Returns what of an invoice goes beyond the paper, and the sizes of what is to be read. */
function findFaults(): string[] {
	const faults: string[] = [];
	if (document.documentElement.scrollWidth > innerWidth) faults.push("wider than the paper");
	for (const element of document.querySelectorAll("td, dd, address, h1")) {
		const { right } = element.getBoundingClientRect();
		if (right > innerWidth) faults.push(`beyond the edge: ${element.textContent}`);
		if (Number.parseFloat(getComputedStyle(element).fontSize) < 10) faults.push(`too small: ${element.textContent}`);
	}
	return faults;
}

describe.skipIf(!hasBrowser)(`An invoice on paper (needs ${CHROMIUM})`, () => {
	let browser: Browser;
	beforeAll(async () => {
		browser = await openBrowser();
	});
	afterAll(() => browser.close());

	/** Opens an invoice of these lines in a language. */
	async function open(lines: readonly InvoiceLine[], language: string): Promise<Page> {
		const { token, orgId } = await api.createOrganization();
		await api.request("PATCH", `/orgs/${orgId}/billing/account`, {
			token,
			body: { name: LONG_NAME.trim(), address: { line1: "רחוב הרצל 12", city: "תל אביב", country: "IL" } },
		});
		const { id } = await issueInvoice(api, orgId, lines);
		const { text } = await api.request("GET", `/orgs/${orgId}/billing/invoices/${id}`, {
			token,
			headers: { accept: "text/html", "accept-language": language },
		});
		const page = await openPage(browser);
		await page.setContent(text);
		return page;
	}

	/** Returns the pages of a PDF: each names its paper, in points. */
	const pagesOf = (pdf: Buffer) =>
		[...pdf.toString("latin1").matchAll(/\/MediaBox \[([^\]]*)\]/g)].map(([, box]) => box);

	for (const paper of ["A4", "Letter"] as const)
		for (const language of ["en", "de", "es"])
			test(`fits ${paper} in ${language}, with long names and negative lines`, async () => {
				const page = await open(
					[
						lineOf(123_456_789_012, "Donaudampfschifffahrtsgesellschaftskapitänsmütze ".repeat(6)),
						lineOf(-3_350, "Unused time"),
					],
					language,
				);
				await page.emulateMedia({ media: "print" });
				await page.setViewportSize(PAPER[paper]);
				const faults = await page.evaluate(findFaults);
				const boxes = pagesOf(await page.pdf({ format: paper, preferCSSPageSize: true }));
				await closePages(browser);

				expect(faults).toEqual([]);
				expect(boxes.map((box) => box?.split(" ").map((edge) => Math.round(Number(edge) / 10)))).toEqual([
					paper === "A4" ? [0, 0, 60, 84] : [0, 0, 61, 79],
				]);
			});

	test("fits a phone, where what is invoiced can be read", async () => {
		const page = await open([lineOf(12_345_678, "Business, 25 seats, monthly"), lineOf(-3_350, "Unused time")], "es");
		await page.setViewportSize({ width: 360, height: 640 });
		const faults = await page.evaluate(findFaults);
		const widths = await page
			.locator("tbody td:first-child")
			.evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().width)));
		await closePages(browser);

		expect(faults).toEqual([]);
		expect(Math.min(...widths)).toBeGreaterThan(250);
	});

	test("of sixty lines has several pages, the header of its table on each, and the sums once", async () => {
		const lines = Array.from({ length: 60 }, (_, n) => lineOf(100 + n, `Line ${n + 1}`));
		const page = await open(lines, "en");
		const boxes = pagesOf(await page.pdf({ format: "A4" }));
		const groups = await page.evaluate(() =>
			["thead", "tfoot"].map((name) => getComputedStyle(document.querySelector(name) ?? document.body).display),
		);
		await closePages(browser);

		expect(boxes.length).toBeGreaterThan(2);
		expect(boxes.length).toBeLessThan(6);
		// Browsers repeat groups of headers and footers on every page.
		expect(groups).toEqual(["table-header-group", "table-row-group"]);
	});
});

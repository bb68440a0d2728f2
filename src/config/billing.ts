import type { StripeOptions } from "#adapters/stripe";
import type { Issuer, TaxRate } from "#modules/billing/invoices";
import { type Parsed, parseUrl } from "./parse.ts";
import type { Environment, VariableName } from "./variables.ts";

/** How the installation issues invoices and collects what is due. */
export interface BillingConfig {
	/** In the order of the variable, which is that on invoices. */
	readonly taxRates: readonly TaxRate[];
	readonly issuer: Issuer;
	/** Undefined: payments are noted by hand. */
	readonly stripe: StripeOptions | undefined;
}

/** URL of Stripe's API. */
const STRIPE_API = new URL("https://api.stripe.com");

const RATE = /^([A-Z]{2}|\*)=(\d{1,2}(?:\.\d{1,4})?|100)(\s+included)?(?:\s+(\S.{0,39}))?$/;
const PPM_PER_PERCENT = 10_000;

/** Parses one rate of `BILLING_TAX_RATES`: `DE=19 MwSt`, `CH=8.1 included MWST`, `*=0`. */
function parseTaxRate(text: string): Parsed<TaxRate> {
	const [, country, percent, included, name = "Tax"] = RATE.exec(text) ?? [];
	if (country === undefined)
		return {
			error: `"${text}" is not <country>=<percent>[ included][ <name>], such as DE=19 VAT; * is any other country`,
		};
	const ratePpm = Math.round(Number(percent) * PPM_PER_PERCENT);
	return { value: { country, ratePpm, inclusive: included !== undefined, name } };
}

/** Writes a rate as {@link parseTaxRate} reads it. */
export const formatTaxRate = ({ country, ratePpm, inclusive, name }: TaxRate): string =>
	`${country}=${ratePpm / PPM_PER_PERCENT}${inclusive ? " included" : ""} ${name}`;

/** Returns why rates cannot be used together; undefined when they can. */
function conflictOf(rates: readonly TaxRate[]): string | undefined {
	const mixed = rates.find(({ country, inclusive }) =>
		rates.some((other) => other.country === country && other.inclusive !== inclusive),
	);
	return mixed && `the rates of ${mixed.country} are either all included in prices, or none`;
}

/** Splits a text for invoices into lines, at each `|`. */
const linesOf = (text: string | undefined): readonly string[] =>
	(text ?? "")
		.split("|")
		.map((line) => line.trim())
		.filter(Boolean);

/** Parses `STRIPE_API_BASE`: an origin. */
function parseApiBase(text: string): Parsed<URL> {
	const parsed = parseUrl(text, ["https:", "http:"]);
	if ("error" in parsed) return parsed;
	const { pathname, search } = parsed.value;
	return pathname === "/" && search === "" ? parsed : { error: "a URL without path and query is expected" };
}

/** What parses variables and reports invalid ones. */
interface Reader {
	addError(name: VariableName, error: string): void;
	parse<T>(name: VariableName, text: string | undefined, parser: (text: string) => Parsed<T>): T | undefined;
	parseAll<T>(name: VariableName, items: readonly string[] | undefined, parser: (text: string) => Parsed<T>): T[];
	requireTogether(environment: Environment, names: readonly VariableName[]): boolean;
}

/** Reads how invoices are issued and paid; what is invalid is reported. */
export function readBilling(environment: Environment, reader: Reader): BillingConfig {
	const taxRates = reader.parseAll("BILLING_TAX_RATES", environment.BILLING_TAX_RATES, parseTaxRate);
	const conflict = conflictOf(taxRates);
	if (conflict !== undefined) reader.addError("BILLING_TAX_RATES", conflict);
	const issuer = linesOf(environment.BILLING_ISSUER);
	const isStripe = reader.requireTogether(environment, ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"]);
	const apiBase = reader.parse("STRIPE_API_BASE", environment.STRIPE_API_BASE, parseApiBase);
	const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = environment;
	return {
		taxRates,
		issuer: { lines: issuer, instructions: linesOf(environment.BILLING_INSTRUCTIONS) },
		stripe:
			isStripe && secretKey && webhookSecret ? { secretKey, webhookSecret, apiBase: apiBase ?? STRIPE_API } : undefined,
	};
}

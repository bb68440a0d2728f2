import type { MailLocale } from "#platform/mail";

/**
 * Returns how amounts in minor units are written in a language: `€1,234.50`. Exact, however large they are.
 * @param currency ISO 4217
 */
export function moneyIn(locale: MailLocale, currency: string): (amountMinor: number) => string {
	const format = new Intl.NumberFormat(locale, { style: "currency", currency });
	const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
	return (amountMinor) => {
		const text = String(Math.abs(amountMinor)).padStart(digits + 1, "0");
		const sign = amountMinor < 0 ? "-" : "";
		const decimal = `${sign}${text.slice(0, text.length - digits)}.${text.slice(text.length - digits)}0`;
		return format.format(decimal as Intl.StringNumericLiteral);
	};
}

/** Returns how days are written in a language and time zone. */
export function dateIn(locale: MailLocale, timeZone: string): (ms: number) => string {
	const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone });
	return (ms) => format.format(ms);
}

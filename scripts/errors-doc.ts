/**
 * `bun scripts/errors-doc.ts [--check]`: writes docs/errors.md from the table of codes, or checks that it is up to
 * date.
 */
import { STATUS_BY_KIND, STATUS_LABELS } from "#http/statuses";
import { ERROR_CODES } from "#kernel/error-codes";
import { writeOrCheck } from "./support/generated-document.ts";

const TARGET = "docs/errors.md";

const codes = Object.entries(ERROR_CODES).map(([code, { kind, description }]) => ({
	code,
	status: STATUS_BY_KIND[kind],
	description,
}));
const statuses = [...new Set(codes.map(({ status }) => status))].sort((a, b) => a - b);

const section = (status: number): string => {
	const rows = codes
		.filter((entry) => entry.status === status)
		.map(({ code, description }) => `| \`${code}\` | ${description} |`);
	return [
		`## ${status} ${STATUS_LABELS[status] ?? ""}`.trim(),
		"",
		"| Code | Meaning |",
		"| --- | --- |",
		...rows,
		"",
	].join("\n");
};

const document = [
	"# Error codes",
	"",
	"Generated from `kernel/error-codes.ts` by `bun scripts/errors-doc.ts`; do not edit.",
	"",
	"Every error response carries one of these in `error.code`. A code is never renamed, and new ones may appear: treat an",
	"unknown code by its status. `error.retryable` says whether the same request may succeed later.",
	"",
	...statuses.map(section),
].join("\n");

await writeOrCheck(TARGET, "scripts/errors-doc.ts", document, `${codes.length} codes`);

import type { OrganizationRow, WorkspaceRow } from "#db/schema";
import { FieldErrors, invalidMember } from "#kernel/field-errors";
import { mergePatch } from "#kernel/merge-patch";
import { parseName, slugify, sortKey } from "#kernel/text";
import { text } from "#kernel/texts";
import { settings as organizationSettings } from "#modules/tenancy/settings";
import type { CreateWorkspaceRequest, UpdateWorkspaceRequest } from "./schemas.ts";

/** The columns that a request can set. */
type WritableColumns = Pick<
	WorkspaceRow,
	"name" | "nameKey" | "slug" | "description" | "kind" | "visibility" | "settings" | "externalRef"
>;

/** Maximum number of settings, as in the schema. */
const MAX_SETTINGS = 50;

const parseNameColumns = (raw: string) => {
	const name = parseName(raw, "/name");
	return { name, nameKey: sortKey(name) };
};

/** Returns the columns of a new workspace in an organization. @throws `validation_failed` */
export function parseNewWorkspace(
	{ name, slug, description, kind, visibility, settings, externalRef }: CreateWorkspaceRequest,
	organization: OrganizationRow,
): WritableColumns {
	const named = parseNameColumns(name);
	const isSchool = organizationSettings.effective(organization).educationMode;
	return {
		...named,
		slug: slug ?? (slugify(named.name) || "workspace"),
		description: description ?? null,
		kind: kind ?? (isSchool ? "class" : "team"),
		visibility: visibility ?? "private",
		settings: settings ?? null,
		externalRef: externalRef ?? null,
	};
}

/** Returns the columns that a patch sets. @throws `validation_failed` with every field error */
export function parsePatch(
	row: WorkspaceRow,
	{ name, settings, archived: _archived, ...columns }: UpdateWorkspaceRequest,
): Partial<WritableColumns> {
	const fieldErrors = new FieldErrors();
	const patched: Partial<WritableColumns> = {
		...columns,
		...(name !== undefined && fieldErrors.check(() => parseNameColumns(name))),
		...(settings !== undefined && { settings: fieldErrors.check(() => mergeSettings(row.settings, settings)) }),
	};
	fieldErrors.throwIfAny();
	return patched;
}

function mergeSettings(
	before: WorkspaceRow["settings"],
	patch: UpdateWorkspaceRequest["settings"],
): WorkspaceRow["settings"] {
	const merged = mergePatch(before ?? {}, patch) as WorkspaceRow["settings"];
	const count = Object.keys(merged ?? {}).length;
	if (count > MAX_SETTINGS)
		throw invalidMember("/settings", "too_many", text("must have at most {most} names", { most: MAX_SETTINGS }));
	return count === 0 ? null : merged;
}

import { pageRequest } from "#kernel/list";
import type { RequestContext } from "#kernel/request-context";
import { assertOrganizationExists } from "#modules/tenancy/organization-records";
import type { Core } from "#platform/module";
import { entryNotFound } from "./errors.ts";
import { createExport, type ExportDeps } from "./export.ts";
import { parseFilters } from "./filters.ts";
import { readEntries } from "./reader.ts";
import { findEntry, orderOf } from "./repository/entries.ts";
import { findNames } from "./repository/names.ts";
import { auditLogFields, type ListAuditLogsQuery, verificationFields } from "./schemas.ts";
import { createVerification } from "./verification.ts";
import { toAuditLog, unnamedIn } from "./view.ts";

export interface AuditLogsDeps extends Pick<Core, "cursors">, ExportDeps {}

export type AuditLogsService = ReturnType<typeof createAuditLogsService>;

/** Creates the service that shows the audit log of an organization. */
export function createAuditLogsService(deps: AuditLogsDeps) {
	const { store, cursors, contributions } = deps;
	const verify = createVerification(deps);

	return {
		exportLog: createExport(deps),

		/**
		 * Returns a page of entries, newest first unless asked otherwise.
		 * @throws `not_found` `purged` `invalid_request` `invalid_fields` `invalid_cursor`
		 */
		async list({ principal }: RequestContext, orgId: string, query: ListAuditLogsQuery) {
			const filters = parseFilters(query);
			const direction = query.order ?? "desc";
			const binding = { list: "audit-logs", orgId, filters, direction };
			const request = pageRequest(cursors, query, auditLogFields, binding);
			await assertOrganizationExists(store.db, principal, orgId);
			const list = { orgId, filters, direction, actions: contributions.actions };
			const { rows, stoppedAt } = await readEntries(store.db, list, request);
			const names = await findNames(store.db, orgId, unnamedIn(rows.slice(0, request.take - 1)));
			return request.page(rows, orderOf(direction), (row) => toAuditLog(row, names), stoppedAt);
		},

		/** Returns an entry. @throws `not_found` `purged` `invalid_fields` */
		async get({ principal }: RequestContext, orgId: string, id: string, fields: string | undefined) {
			const select = auditLogFields.parse(fields);
			await assertOrganizationExists(store.db, principal, orgId);
			const row = await findEntry(store.db, orgId, id);
			if (row === undefined) throw entryNotFound();
			const data = toAuditLog(row, await findNames(store.db, orgId, unnamedIn([row])));
			// It never changes, but names do, and what identifies a person is erased.
			return { data: select(data), version: 1, variant: JSON.stringify([data, fields ?? null]) };
		},

		/** Verifies all entries of an organization. @throws `not_found` `purged` `invalid_fields` */
		async verify({ principal }: RequestContext, orgId: string, fields: string | undefined) {
			const select = verificationFields.parse(fields);
			await assertOrganizationExists(store.db, principal, orgId);
			return select(await verify(orgId));
		},
	};
}

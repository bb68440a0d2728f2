import type { OrganizationRow, WorkspaceRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import { differencesBetween } from "#kernel/differences";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import type { FieldErrors } from "#kernel/field-errors";
import { pageRequest } from "#kernel/list";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import { searchedWords } from "#kernel/search-words";
import { assertOneMore } from "#modules/tenancy/entitlements";
import { assertOrganizationExists, lockWritableOrganization } from "#modules/tenancy/organization-records";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { findWorkspace, lockManagedWorkspace, orgOfWorkspace } from "./access.ts";
import { meetingLive, valueTaken, workspaceArchived } from "./errors.ts";
import { facts } from "./facts.ts";
import { parseNewWorkspace, parsePatch } from "./parse.ts";
import { listWorkspaces, readWorkspacesOf, workspaceList, workspacesOf } from "./repository.ts";
import {
	type CreateWorkspaceRequest,
	type ListWorkspacesQuery,
	type UpdateWorkspaceRequest,
	type Workspace,
	workspaceFields,
} from "./schemas.ts";
import { viewerOf } from "./viewer.ts";

/** Converts a workspace to its representation. */
const toWorkspace = (row: WorkspaceRow): Workspace => ({
	id: row.id,
	orgId: row.orgId,
	name: row.name,
	slug: row.slug,
	description: row.description,
	kind: row.kind,
	visibility: row.visibility,
	settings: { ...(row.settings as Workspace["settings"] | null) },
	externalRef: row.externalRef,
	memberCount: row.memberCount,
	archivedAt: row.archivedAtMs === null ? null : rfc3339(row.archivedAtMs),
	version: row.version,
	createdAt: rfc3339(row.createdAtMs),
	updatedAt: rfc3339(row.updatedAtMs),
});

/** Returns a workspace as the result of a change. Members come and go without a new version of it. */
const toVersioned = (row: WorkspaceRow): Versioned<Workspace> => ({
	data: toWorkspace(row),
	version: row.version,
	variant: variantOf(row),
});

/** Returns what the entity tag of a workspace depends on besides its version. */
const variantOf = (row: WorkspaceRow, fields = ""): string => `${row.memberCount} ${fields}`;

export interface WorkspacesDeps extends Pick<Core, "store" | "newId" | "unitOfWork" | "cursors"> {
	/** Makes the creator of a workspace its manager, if they belong to the organization; returns whether they do. */
	readonly addCreator: (change: Change, row: WorkspaceRow) => Promise<boolean>;
}

/** A request by its caller and path. */
interface Addressed {
	readonly principal: Principal;
	readonly params: { readonly orgId?: string; readonly workspaceId?: string };
}

export type WorkspacesService = ReturnType<typeof createWorkspacesService>;

/** Creates the service of workspaces; modules/organizations/workspace-members manages who belongs to them. */
export function createWorkspacesService({ store, newId, unitOfWork, cursors, addCreator }: WorkspacesDeps) {
	/** Stores a new workspace. A generated slug is replaced with another one when it is taken. @throws `conflict` */
	async function insert(change: Change, row: WorkspaceRow, isSlugRequested: boolean): Promise<WorkspaceRow> {
		const workspaces = workspacesOf(change.tx, row.orgId);
		if (await workspaces.tryInsert(row)) return row;
		if (row.externalRef !== null && (await workspaces.isTaken("externalRef", row.externalRef)))
			throw valueTaken("externalRef");
		if (isSlugRequested) throw valueTaken("slug");
		// The end of an id is random, so the fallback is available.
		const fallback = { ...row, slug: `${row.slug.slice(0, 50)}-${row.id.slice(-12)}` };
		if (await workspaces.tryInsert(fallback)) return fallback;
		throw valueTaken("slug");
	}

	/** Asserts that no other workspace has the new values. @throws `conflict` */
	async function assertNotTaken(change: Change, before: WorkspaceRow, after: WorkspaceRow): Promise<void> {
		for (const field of ["slug", "externalRef"] as const) {
			const value = after[field];
			if (value === null || value === before[field]) continue;
			if (await workspacesOf(change.tx, before.orgId).isTaken(field, value)) throw valueTaken(field);
		}
	}

	/** Archives or restores a workspace. @throws `state_conflict` while a meeting is live */
	async function setArchived(change: Change, row: WorkspaceRow, archived: boolean): Promise<WorkspaceRow> {
		if (row.archived === archived) return row;
		const { orgId, id } = row;
		if (archived && (await workspacesOf(change.tx, orgId).hasLiveMeeting(id))) throw meetingLive();
		const archivedAtMs = archived ? change.nowMs : null;
		return save(change, row, { archived, archivedAtMs }, archived ? "workspace.archive" : "workspace.restore");
	}

	/** Stores and records the new values of a workspace, if any differ. */
	async function save(
		change: Change,
		row: WorkspaceRow,
		values: Partial<WorkspaceRow>,
		fact: keyof typeof facts,
	): Promise<WorkspaceRow> {
		const changes = differencesBetween(toWorkspace(row), toWorkspace({ ...row, ...values }));
		if (changes.length === 0) return row;
		const { orgId, id } = row;
		const written = { ...values, version: row.version + 1, updatedAtMs: change.nowMs };
		const saved = { ...row, ...written };
		await workspacesOf(change.tx, orgId).update(id, written);
		await workspaceList.update(change.tx, row, saved);
		change.invalidate(id);
		change.record(orgId, facts[fact], { id, object: toWorkspace(saved), changes });
		return saved;
	}

	/** Asserts that an organization, locked, may have one more workspace. @throws `quota_exceeded` */
	const assertMoreWorkspaces = (change: Change, organization: OrganizationRow): Promise<void> =>
		assertOneMore(change, organization, "workspaces", {
			in: organization.id,
			hasAtLeast: async (count) => (await workspacesOf(change.tx, organization.id).countActive(count)) >= count,
		});

	return {
		/** Collects the values of a request that another workspace has. */
		async check(
			body: UpdateWorkspaceRequest,
			fieldErrors: FieldErrors,
			{ principal, params }: Addressed,
		): Promise<void> {
			const { orgId: named, workspaceId } = params;
			const orgId = named ?? (await orgOfWorkspace(store, principal, workspaceId ?? ""));
			const known = readWorkspacesOf(store.db, orgId);
			const before = workspaceId === undefined ? undefined : await known.find(workspaceId);
			for (const field of ["slug", "externalRef"] as const) {
				const value = body[field];
				if (value != null && value !== before?.[field] && (await known.isTaken(field, value)))
					fieldErrors.collect(valueTaken(field).fieldErrors ?? []);
			}
		},

		/**
		 * Returns a page of the workspaces that the caller may see.
		 * @throws `not_found` `purged` `invalid_request` `invalid_cursor` `invalid_fields`
		 */
		async list({ principal }: RequestContext, orgId: string, query: ListWorkspacesQuery) {
			const { kind = null, sort = "-createdAt", q } = query;
			const words = q === undefined ? null : searchedWords(q);
			const filters = { kind, archived: query.archived === "true", words };
			const request = pageRequest(cursors, query, workspaceFields, { list: "workspaces", orgId, filters, sort });
			await assertOrganizationExists(store.db, principal, orgId);
			const rows = await listWorkspaces(store.db, { orgId, viewer: viewerOf(principal) }, filters, sort, request);
			return request.page(rows, workspaceList.orders[sort], toWorkspace);
		},

		/** Returns a workspace. @throws `not_found` `invalid_fields` */
		async get({ principal }: RequestContext, id: string, fields: string | undefined) {
			const select = workspaceFields.parse(fields);
			const orgId = await orgOfWorkspace(store, principal, id);
			const { workspace } = await findWorkspace(store.db, principal, orgId, id);
			return {
				data: select(toWorkspace(workspace)),
				version: workspace.version,
				variant: variantOf(workspace, fields),
			};
		},

		/**
		 * Creates a workspace, and makes the caller its manager.
		 * @throws `validation_failed` `not_found` `purged` `state_conflict` `conflict` `quota_exceeded`
		 */
		async create(
			context: RequestContext,
			orgId: string,
			request: CreateWorkspaceRequest,
		): Promise<Versioned<Workspace>> {
			const work = async (change: Change): Promise<Versioned<Workspace>> => {
				const organization = await lockWritableOrganization(change.tx, orgId);
				await assertMoreWorkspaces(change, organization);
				const blank = {
					orgId,
					id: newId("wsp"),
					memberCount: 0,
					archived: false,
					archivedAtMs: null,
					version: 1,
					createdAtMs: change.nowMs,
					updatedAtMs: change.nowMs,
				};
				const columns = parseNewWorkspace(request, organization);
				const row = await insert(change, { ...blank, ...columns }, request.slug !== undefined);
				change.atEnd((tx) => workspaceList.add(tx, row));
				const joined = await addCreator(change, row);
				const created = joined ? { ...row, memberCount: 1 } : row;
				change.record(orgId, facts["workspace.create"], { id: row.id, object: toWorkspace(created) });
				return toVersioned(created);
			};
			return unitOfWork.run(context, work);
		},

		/**
		 * Changes a workspace; an archived one must be restored.
		 * @throws `validation_failed` `forbidden` `not_found` `purged` `state_conflict` `conflict` `precondition_failed`
		 * `quota_exceeded`
		 */
		async update(context: RequestContext, id: string, request: UpdateWorkspaceRequest): Promise<Versioned<Workspace>> {
			const orgId = await orgOfWorkspace(store, context.principal, id);
			const isRestored = request.archived === false;
			const work = async (change: Change): Promise<Versioned<Workspace>> => {
				// One more that is not archived: of two at once, one waits.
				const organization = isRestored ? await lockWritableOrganization(change.tx, orgId) : null;
				const row = await lockManagedWorkspace(change, orgId, id);
				assertIfMatch(context.ifMatch, row.version);
				if (organization && row.archived) await assertMoreWorkspaces(change, organization);
				const columns = parsePatch(row, request);
				const isArchived = request.archived ?? row.archived;
				if (row.archived && isArchived && Object.keys(columns).length > 0) throw workspaceArchived();
				const restored = isArchived ? row : await setArchived(change, row, false);
				const next = { ...restored, ...columns };
				await assertNotTaken(change, restored, next);
				const saved = await save(change, restored, columns, "workspace.update");
				return toVersioned(isArchived ? await setArchived(change, saved, true) : saved);
			};
			return unitOfWork.run(context, work, { locksOrganization: isRestored });
		},

		/**
		 * Archives a workspace: it is kept, and no meeting is held in it until it is restored.
		 * @throws `forbidden` `not_found` `purged` `precondition_failed`, `state_conflict` while a meeting is live
		 */
		async archive(context: RequestContext, id: string): Promise<Versioned<Workspace>> {
			const orgId = await orgOfWorkspace(store, context.principal, id);
			return unitOfWork.run(context, async (change) => {
				const row = await lockManagedWorkspace(change, orgId, id);
				assertIfMatch(context.ifMatch, row.version);
				return toVersioned(await setArchived(change, row, true));
			});
		},
	};
}

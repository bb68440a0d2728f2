/** The rules that let the same tables be distributed by organization, and that keep two engines alike. */
import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { is, Table } from "drizzle-orm";
import { PgTable, getTableConfig as postgresConfig } from "drizzle-orm/pg-core";
import { SQLiteTable, getTableConfig as sqliteConfig } from "drizzle-orm/sqlite-core";
import { clusteredTables } from "#db/dsl";
import { migrations } from "#db/migrations";
import * as schema from "#db/schema/index";

interface Described {
	readonly name: string;
	readonly columns: readonly { name: string; notNull: boolean; primary: boolean; columnType: string }[];
	readonly primaryKeys: readonly { columns: readonly { name: string }[] }[];
	readonly indexes: readonly { config: { name: string; unique: boolean; columns: readonly unknown[] } }[];
	readonly foreignKeys: readonly {
		reference(): {
			columns: readonly { name: string }[];
			foreignTable: unknown;
			foreignColumns: readonly { name: string }[];
		};
	}[];
}

function describeTable(table: unknown): Described {
	if (is(table, PgTable)) return postgresConfig(table) as unknown as Described;
	if (is(table, SQLiteTable)) return sqliteConfig(table) as unknown as Described;
	throw new Error("not a table");
}

const tables = Object.values(schema)
	.filter((value) => is(value, Table))
	.map(describeTable);
const isTenant = (table: Described) => table.columns.some((column) => column.name === "orgId" && column.notNull);
const tenant = tables.filter(isTenant);
const namesOf = (columns: readonly unknown[]) => columns.map((column) => (column as { name?: string }).name);

/** Indexes of tenant tables that the organization does not lead, each with its reason in the schema. */
const EXCEPTIONS = [
	"attendance_stretches_open",
	"host_leases_by_due",
	"host_leases_of_instance",
	"series_by_id",
	"webhook_deliveries_in_time",
	"api_keys_by_maker",
	"audit_entries_by_actor",
	"billing_accounts_by_customer",
	"calendar_feeds_of_user",
	"departures_by_person",
	"domain_leavers_by_person",
	"followers_due",
	"invitations_by_acceptor",
	"invitations_by_email",
	"invitations_by_inviter",
	"guardian_consents_of_person",
	"invoices_number_unique",
	"legal_holds_on_person",
	"integrations_by_id",
	"meetings_by_id",
	"memberships_by_user",
	"noted_reads_by_age",
	"notification_preferences_of_user",
	"notifications_in_time",
	"notifications_of_user",
	"organization_domains_by_domain",
	"organization_domains_held_once",
	"participants_of_email",
	"participants_of_user",
	"payment_events_by_age",
	"privacy_exports_expiring",
	"privacy_exports_of_email",
	"privacy_exports_of_user",
	"processing_jobs_by_id",
	"processing_jobs_everywhere",
	"processing_jobs_in_time",
	"recordings_by_id",
	"retention_changes_ended",
	"noted_reads_by_age",
	"retention_previews_expired",
	"spent_live_tickets_by_expiry",
	"transcript_indexes_number_unique",
	"transcripts_by_id",
	"translations_by_id",
	"unindexed_segments_by_turn",
	"uploads_by_id",
	"uploads_expiring",
	"workspaces_by_id",
];

describe("tenant tables", () => {
	test.each(tenant.map((table) => [table.name, table] as const))(
		"%s: the organization leads every key",
		(_name, table) => {
			const alone = table.columns.filter((column) => column.primary).map((column) => column.name);
			const keys = table.primaryKeys.map((key) => namesOf(key.columns));
			const indexes = table.indexes.filter(({ config }) => !EXCEPTIONS.includes(config.name));

			expect([...keys, alone].flat()[0]).toBe("orgId");
			for (const { config } of indexes) expect(namesOf(config.columns)[0], config.name).toBe("orgId");
		},
	);

	test.each(tenant.map((table) => [table.name, table] as const))(
		"%s: references stay in the tenant",
		(_name, table) => {
			for (const key of table.foreignKeys) {
				const { columns, foreignTable, foreignColumns } = key.reference();
				if (!isTenant(describeTable(foreignTable))) continue;
				expect(namesOf(columns)).toContain("orgId");
				expect(namesOf(foreignColumns)).toContain("orgId");
			}
		},
	);
});

describe("lists", () => {
	test("of a tenant table are read in the order of an index", async () => {
		const byVariable = new Map(
			Object.entries(schema).flatMap(([name, value]) =>
				is(value, Table) ? [[name, describeTable(value)] as const] : [],
			),
		);
		const orders: { path: string; table: Described; columns: string[] }[] = [];
		for (const path of new Bun.Glob("modules/*/*/repository.ts").scanSync(".")) {
			const text = await Bun.file(path).text();
			for (const [, body = ""] of text.matchAll(/keyset\("(?:asc|desc)", \{([^}]*)\}/g)) {
				const columns = [...body.matchAll(/(\w+)\.(\w+)/g)];
				const table = byVariable.get(columns[0]?.[1] ?? "");
				if (table && isTenant(table)) orders.push({ path, table, columns: columns.map(([, , column = ""]) => column) });
			}
		}

		const unindexed = orders.filter(({ table, columns }) => {
			// In between may be whose rows they are: the list of one meeting is led by the meeting.
			const ends = `,${columns.join()}`;
			return !table.indexes
				.map(({ config }) => namesOf(config.columns))
				.some((names) => names[0] === "orgId" && names.join().endsWith(ends));
		});

		expect(orders.length).toBeGreaterThan(2);
		expect(
			unindexed.map(
				({ path, table, columns }) =>
					`db/schema: ${table.name} needs an index on orgId, ${columns.join(", ")} for the list of ${path}`,
			),
		).toEqual([]);
	});
});

describe("every table", () => {
	test("global tables hold no reference to a tenant table", () => {
		const offending = tables
			.filter((table) => !isTenant(table))
			.flatMap((table) => table.foreignKeys.map((key) => describeTable(key.reference().foreignTable)))
			.filter(isTenant);

		expect(offending).toEqual([]);
	});

	test("instants end in AtMs or UntilMs and nothing is counted by a sequence of the engine", () => {
		const columns = tables.flatMap((table) => table.columns);

		// The start of a series is no instant, but a time on the clocks of its zone.
		const named = tables.flatMap((table) => table.columns.map(({ name }) => `${table.name}.${name}`));
		expect(named.filter((name) => /(At|Until|On|Time|Date)$/.test(name))).toEqual(["series.startsAt"]);
		expect(columns.filter(({ columnType }) => /Serial|Enum|Timestamp/.test(columnType))).toEqual([]);
	});

	test("is STRICT on SQLite, and without rowids where the schema says so", () => {
		const statements = migrations.sqlite.flatMap(({ sql }) => sql.split("--> statement-breakpoint"));
		const created = statements.filter((statement) => statement.includes("CREATE TABLE"));

		expect(created.length).toBeGreaterThanOrEqual(tables.length);
		// A table that was built again is as its last statement says.
		const latest = new Map<string, string>();
		for (const statement of created) {
			const name = /CREATE TABLE `(?:__new_)?(\w+)`/.exec(statement)?.[1] ?? "";
			expect(statement.trim()).toMatch(/\) STRICT(, WITHOUT ROWID)?;$/);
			latest.set(name, statement.trim());
		}
		for (const [name, statement] of latest)
			expect(statement).toEndWith(`) ${clusteredTables.has(name) ? "STRICT, WITHOUT ROWID" : "STRICT"};`);
	});

	test("both engines have the same migrations", () => {
		const tags = (dialect: "sqlite" | "postgres") => migrations[dialect].map(({ tag }) => tag);

		expect(tags("sqlite")).toEqual(tags("postgres"));
	});

	test("each migration states whether the programs before it go on working", () => {
		for (const [dialect, known] of Object.entries(migrations))
			for (const { tag, sql, worksWith } of known.slice(1)) {
				const reason = /^-- only for programs that know it: (.+)\n/.exec(sql)?.[1] ?? "say why";
				const isStated = known.some((each) => each.tag === worksWith) || reason !== "say why";

				expect({ dialect, tag, isStated }).toEqual({ dialect, tag, isStated: true });
			}
	});

	test("each engine has one snapshot, that of its newest migration", () => {
		for (const [dialect, known] of Object.entries(migrations)) {
			const kept = readdirSync(`db/migrations/${dialect}/meta`).filter((name) => name !== "_journal.json");

			expect(kept, dialect).toEqual([`${known.at(-1)?.tag.slice(0, 4)}_snapshot.json`]);
		}
	});
});

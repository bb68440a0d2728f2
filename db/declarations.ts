/**
 * What the schema says of its tables, beside their columns: whose rows they are, whom they name, of what content they are,
 * what is sealed.
 * The purge and the export of organizations derive from it, and policy tests hold every table to it, so an exception is a
 * reason beside its column.
 */
import { type Column, getTableColumns, type Table } from "drizzle-orm";
import { id } from "./dsl.ts";
import type { ArtifactOwnerType } from "./schema/blobs.ts";

/** The fate of the rows of an organization. */
export type TenantDeclaration = (
	| {
			/** Name of their file in its export, without the extension. */
			readonly export: string;
	  }
	| {
			/** Why its export does not contain them. */
			readonly notExported: string;
	  }
) &
	(
		| {
				/** Why they stay when it is purged. */
				readonly keeps?: string;
		  }
		| {
				/** What their module does in place of a plain deletion when it is purged: it contributes `eraseTenant`. */
				readonly erased?: string;
		  }
	);

/** The fate of a row that names a person. By default it is erased with the person, or does not name them any more. */
export interface PersonDeclaration {
	/** Why it stays as it is when the person is erased, whose id then identifies no one. */
	readonly keeps?: string;
	/** Why something with its id stays. */
	readonly keepsId?: string;
	/** Why the export of the person from an organization does not contain it. */
	readonly notExported?: string;
	/** It is of the person's account, and belongs to no organization: what the export of the account has of it. */
	readonly ofAccount?: string;
}

/** The fate of rows that lie within a meeting and are no artifacts. */
export interface WithinDeclaration {
	/** Why they are no content that the ledger must have. */
	readonly noArtifact: string;
	/** Why they stay when the meeting is deleted; default: they are deleted with it. */
	readonly keeps?: string;
}

/**
 * What goes when a sealed text can no longer be opened, because the key is lost: the row, which is of no use without it, or
 * the text alone with these columns, by their names in the schema.
 */
export type SealedDeclaration = "row" | readonly string[];

/** What is said of one column. */
export interface Declaration {
	/** Of the column with the organization: the fate of its rows. */
	readonly tenant?: TenantDeclaration;
	/** Of a column with the id or address of a person. */
	readonly person?: PersonDeclaration;
	/** Of a column with the id of what owns artifacts: its rows are content, entered in the ledger under this noun. */
	readonly artifact?: ArtifactOwnerType;
	/** Of a column with what the rows lie within, see {@link within}. */
	readonly within?: WithinDeclaration;
	/** Of a column of texts that the vault has sealed: they are sealed again when its key is replaced. */
	readonly sealed?: SealedDeclaration;
}

/** What was said, by the configuration that a column shares with its builder. */
const said = new WeakMap<object, Declaration>();
const configOf = (of: object): object => (of as { readonly config: object }).config;

function declare<B extends object>(builder: B, declaration: Declaration): B {
	const config = configOf(builder);
	said.set(config, { ...said.get(config), ...declaration });
	return builder;
}

/** Returns a column for the id of the organization whose rows these are; see `ofTenant` for tables with ids. */
export const tenant = (declaration: TenantDeclaration) => declare(id(), { tenant: declaration });

/** Declares that a column has the id or address of a person. */
export const person = <B extends object>(column: B, declaration: PersonDeclaration = {}): B =>
	declare(column, { person: declaration });

/** Returns a column for the id of what owns artifacts: a row is part of one, and shown as long as the ledger says. */
export const artifact = (owner: ArtifactOwnerType) => declare(id(), { artifact: owner });

/** Returns a column for the id of what rows lie within that are no artifacts: a meeting, a transcript or a job. */
export const within = (declaration: WithinDeclaration) => declare(id(), { within: declaration });

/** Declares that a column has texts that the vault has sealed. @param lost what goes with one that is lost; default: nothing else */
export const sealed = <B extends object>(column: B, lost: SealedDeclaration = []): B =>
	declare(column, { sealed: lost });

/** What is said of a column. */
export const declarationOf = (column: Column): Declaration => said.get(configOf(column)) ?? {};

/** What is said of each column of a table, by its name in the schema. */
export const declarationsOf = (table: Table): readonly (readonly [string, Declaration])[] =>
	Object.entries(getTableColumns(table)).map(([name, column]) => [name, declarationOf(column)]);

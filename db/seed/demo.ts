import type { Role } from "#db/schema";

/** A person of the demo data. */
export interface DemoPerson {
	readonly name: string;
	readonly email: string;
	readonly role: Role;
}

/** An organization of the demo data. */
export interface DemoOrganization {
	/** Key by which it is found again. */
	readonly externalId: string;
	readonly name: string;
	readonly orgType: "education" | "business";
	readonly settings: { readonly timezone: string; readonly defaultLanguage: string };
	readonly allowedDomains: readonly string[];
	/** The owner comes first. */
	readonly people: readonly DemoPerson[];
}

/** A school and a company, under names that belong to nobody (RFC 2606). */
export const DEMO_ORGANIZATIONS: readonly DemoOrganization[] = [
	{
		externalId: "demo-school",
		name: "Green Valley High School",
		orgType: "education",
		settings: { timezone: "Europe/Paris", defaultLanguage: "en-US" },
		allowedDomains: ["greenvalley.example"],
		people: [
			{ name: "Olivia Laurent", email: "olivia.laurent@greenvalley.example", role: "owner" },
			{ name: "Amir Haddad", email: "amir.haddad@greenvalley.example", role: "admin" },
			{ name: "Tomás Vega", email: "tomas.vega@greenvalley.example", role: "teacher" },
			{ name: "Ingrid Sørensen", email: "ingrid.sorensen@greenvalley.example", role: "teacher" },
			{ name: "Mei Tanaka", email: "mei.tanaka@greenvalley.example", role: "student" },
			{ name: "Noah Okafor", email: "noah.okafor@greenvalley.example", role: "student" },
			{ name: "Clara Fischer", email: "clara.fischer@greenvalley.example", role: "auditor" },
		],
	},
	{
		externalId: "demo-company",
		name: "Harbor Analytics",
		orgType: "business",
		settings: { timezone: "America/New_York", defaultLanguage: "en-US" },
		allowedDomains: ["harbor.example"],
		people: [
			{ name: "Priya Raman", email: "priya.raman@harbor.example", role: "owner" },
			{ name: "Lucas Moreau", email: "lucas.moreau@harbor.example", role: "manager" },
			{ name: "Zofia Nowak", email: "zofia.nowak@harbor.example", role: "member" },
			{ name: "Daniel Kim", email: "daniel.kim@harbor.example", role: "billing" },
			{ name: "Elena Rossi", email: "elena.rossi@harbor.example", role: "guest" },
		],
	},
];

import type { Role } from "#db/schema";

/** A person of the demo data. */
export interface DemoPerson {
	readonly name: string;
	readonly email: string;
	readonly role: Role;
	/** Number of the id by which the examples of the OpenAPI document name this person. */
	readonly example?: number;
	/** Whether they have left, and are being erased: as the example of an erasure. */
	readonly erased?: true;
}

/** A workspace of the demo data. */
export interface DemoWorkspace {
	/** Key by which it is found again. */
	readonly externalRef: string;
	readonly name: string;
	readonly description: string;
	readonly kind: "class" | "team" | "department" | "project";
	readonly visibility: "private" | "org";
	/** Address of the person who makes it, and manages it. */
	readonly manager: string;
	/** The other members with their roles, by their addresses. */
	readonly members: Readonly<Record<string, "host" | "member" | "viewer">>;
}

/** A meeting of the demo data that is to be held. */
export interface DemoMeeting {
	/** Key by which it is found again. */
	readonly externalId: string;
	readonly title: string;
	/** Key of its workspace. */
	readonly workspace: string;
	readonly kind: "class" | "standup";
	readonly durationMinutes: number;
}

/** A meeting of the demo data that was recorded. */
export interface DemoRecording {
	readonly title: string;
	/** Key of its workspace. */
	readonly workspace: string;
	readonly filename: string;
	readonly language: string;
	readonly description: string;
	/** Names of those who speak. */
	readonly speakers: { readonly teacher: string; readonly student: string };
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
	readonly workspaces: readonly DemoWorkspace[];
	readonly meetings: readonly DemoMeeting[];
	/** Null for none. */
	readonly recording: DemoRecording | null;
	/** Set for the one that the examples of the OpenAPI document name. */
	readonly isExample?: true;
}

/** A school and a company, under names that belong to nobody (RFC 2606). */
export const DEMO_ORGANIZATIONS: readonly DemoOrganization[] = [
	{
		externalId: "demo-school",
		isExample: true,
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
			{ name: "Noah Okafor", email: "noah.okafor@greenvalley.example", role: "student", example: 1 },
			{ name: "Clara Fischer", email: "clara.fischer@greenvalley.example", role: "auditor", example: 2 },
			{ name: "Ben Carter", email: "ben.carter@greenvalley.example", role: "student", erased: true },
		],
		workspaces: [
			{
				externalRef: "demo-physics-10b",
				name: "Physics 10b",
				description: "Mondays and Thursdays, room 12",
				kind: "class",
				visibility: "private",
				manager: "tomas.vega@greenvalley.example",
				members: {
					"ingrid.sorensen@greenvalley.example": "host",
					"mei.tanaka@greenvalley.example": "member",
					"noah.okafor@greenvalley.example": "member",
				},
			},
			{
				externalRef: "demo-library",
				name: "Library",
				description: "Readings, open to the whole school",
				kind: "department",
				visibility: "org",
				manager: "ingrid.sorensen@greenvalley.example",
				members: { "tomas.vega@greenvalley.example": "host" },
			},
		],
		meetings: [
			{
				externalId: "demo-refraction-measured",
				title: "Refraction, measured in pairs",
				workspace: "demo-physics-10b",
				kind: "class",
				durationMinutes: 45,
			},
		],
		recording: {
			title: "Why a pencil looks bent in water",
			workspace: "demo-physics-10b",
			filename: "refraction.opus",
			language: "en-US",
			description: "Demo: two synthetic voices read a script. Its transcript and translation were written with it.",
			speakers: { teacher: "Tomás Vega", student: "Mei Tanaka" },
		},
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
		workspaces: [
			{
				externalRef: "demo-forecasts",
				name: "Forecasts",
				description: "Models of demand, weekly review",
				kind: "team",
				visibility: "private",
				manager: "lucas.moreau@harbor.example",
				members: { "zofia.nowak@harbor.example": "member", "priya.raman@harbor.example": "viewer" },
			},
		],
		meetings: [
			{
				externalId: "demo-weekly-review",
				title: "Weekly review",
				workspace: "demo-forecasts",
				kind: "standup",
				durationMinutes: 30,
			},
		],
		recording: null,
	},
];

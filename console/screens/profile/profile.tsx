import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Answer, outdate, read } from "../../api/queries.ts";
import { LANGUAGES, useOwnTexts, useTexts } from "../../app/texts.tsx";
import type { Language } from "../../i18n/define.ts";
import { regional } from "../../i18n/region.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import type { Values } from "../../ui/form.tsx";
import { Page } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { SettingsForm } from "../../ui/settings-form.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { Suggestions } from "../suggestions/suggestions.tsx";
import { AddressDialog } from "./address.tsx";
import { CalendarFeed, OwnData } from "./data.tsx";
import { texts } from "./texts.ts";

type Person = Answer<"/auth/profile">;
type Patch = { name?: string; locale?: string | null; timezone?: string | null };

const ZONES = Intl.supportedValuesOf("timeZone");
/** The language of a tag, if the console speaks it. */
const languageOf = (tag: string | null | undefined): Language | undefined =>
	(Object.keys(LANGUAGES) as Language[]).find((language) => tag?.split("-")[0] === language);

/** What differs from the profile; an empty field removes its value. */
function patchOf({ name, locale, timezone }: Person, values: Values): Patch {
	const typed = { name: values.name ?? "", locale: values.locale || null, timezone: values.timezone || null };
	return {
		...(typed.name !== name && { name: typed.name }),
		...(typed.locale !== locale && { locale: typed.locale }),
		...(typed.timezone !== timezone && { timezone: typed.timezone }),
	};
}

/** The account: name, language, zone, address, and where it belongs. */
export function Profile() {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const { data, error, refetch } = useQuery(read("/auth/profile", {}));
	if (error && !data) return <Failure error={error} onRetry={refetch} />;
	return (
		<Page title={t.shell.profile} lead={own.lead}>
			{data === undefined ? <Loading /> : <Account person={data} />}
		</Page>
	);
}

function Account({ person }: { person: Person }) {
	const { t, choose } = useTexts();
	const own = useOwnTexts(texts);
	const [isChangingAddress, setIsChangingAddress] = useState(false);
	const { name, locale, timezone, email, emailVerified, memberships, activeOrgId } = person;

	async function save(patch: Patch): Promise<void> {
		await unwrap(api.PATCH("/auth/update-profile", { body: patch }));
		await outdate("/auth/profile");
		const language = languageOf(patch.locale);
		if (language !== undefined) choose(language);
	}

	const chosen = languageOf(locale);
	const languages = Object.entries(LANGUAGES).map(
		([language, title]) => [language === chosen && locale !== null ? locale : regional(language), title] as const,
	);
	const isOther = locale !== null && chosen === undefined;
	return (
		<>
			<SettingsForm
				version={JSON.stringify([name, locale, timezone])}
				patchOf={(values) => patchOf(person, values)}
				onSave={save}
				onOutdated={() => outdate("/auth/profile")}
			>
				<Section title={own.person} hint={own.personHint}>
					<TextField label={own.name} name="name" defaultValue={name} autoComplete="name" required />
				</Section>
				<Section title={own.region} hint={own.regionHint}>
					<SelectField
						label={own.language}
						hint={own.languageHint}
						name="locale"
						defaultValue={locale ?? ""}
						options={[["", own.noLanguage], ...languages, ...(isOther ? [[locale, locale] as const] : [])]}
					/>
					<TextField
						label={own.zone}
						hint={own.zoneHint}
						name="timezone"
						defaultValue={timezone ?? ""}
						list="zones"
						autoComplete="off"
					/>
					<datalist id="zones">
						{ZONES.map((zone) => (
							<option key={zone} value={zone} />
						))}
					</datalist>
				</Section>
			</SettingsForm>
			<Section
				title={own.address}
				hint={own.addressHint}
				actions={
					email !== null && (
						<Button icon="mail" onClick={() => setIsChangingAddress(true)}>
							{own.changeAddress}
						</Button>
					)
				}
			>
				<span>
					<strong>{email}</strong>{" "}
					<Badge tone={emailVerified ? "good" : "warning"}>{emailVerified ? own.confirmed : own.unconfirmed}</Badge>
				</span>
			</Section>
			<Section title={own.memberships} hint={own.membershipsHint}>
				{memberships.length === 0 ? (
					<p>{own.noMemberships}</p>
				) : (
					<ul className="stack">
						{memberships.map(({ orgId, name: organization, role }) => (
							<li key={orgId}>
								<Link className="link" to="/o/$orgId" params={{ orgId }}>
									{organization}
								</Link>{" "}
								<Badge>{t.roles[role]}</Badge>
							</li>
						))}
					</ul>
				)}
			</Section>
			<Suggestions />
			{activeOrgId !== null && <CalendarFeed />}
			{email !== null && <OwnData email={email} />}
			{isChangingAddress && <AddressDialog onClose={() => setIsChangingAddress(false)} />}
		</>
	);
}

import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useRef } from "react";
import { type components, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, readVersioned } from "../../api/queries.ts";
import type { Branding as Shown } from "../../app/brand.tsx";
import { useMay } from "../../app/may.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { TextField } from "../../ui/field.tsx";
import type { Values } from "../../ui/form.tsx";
import { Page } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { SettingsForm } from "../../ui/settings-form.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { LogoSection } from "./logo.tsx";
import { Preview } from "./preview.tsx";
import { texts } from "./texts.ts";

type Patch = components["schemas"]["UpdateBrandingRequestBody"];

const route = getRouteApi("/inside/o/$orgId/settings/branding");
/** What the colour of a new choice begins with: that of Parley. */
const PETROL = "#0b5c6e";

/** What differs from the branding as it was read; a field that was emptied is null. */
function patchOf({ displayName, color, mail }: Shown, values: Values): Patch {
	const typed = (name: string) => values[name]?.trim() || null;
	const changed = <T extends object>(before: T, after: T) =>
		Object.fromEntries(Object.entries(after).filter(([name, value]) => before[name as keyof T] !== value));
	const ofMail = changed(mail, { senderName: typed("mail/senderName"), replyTo: typed("mail/replyTo") });
	return {
		...changed(
			{ displayName, color },
			{ displayName: typed("displayName"), color: typed("color")?.toLowerCase() ?? null },
		),
		...(Object.keys(ofMail).length > 0 && { mail: ofMail }),
	};
}

/** How the organization looks in the console, on pages and in mails. */
export function Branding() {
	const own = useOwnTexts(texts);
	const { orgId } = route.useParams();
	const mayChange = useMay()("org:write");
	const path = { orgId };
	const { data, error, refetch } = useQuery(readVersioned("/orgs/{orgId}/branding", { path }));
	if (error && !data) return <Failure error={error} onRetry={refetch} />;

	async function save(body: Patch, version: string): Promise<void> {
		const params = { path, header: { "If-Match": version } };
		await unwrap(api.PATCH("/orgs/{orgId}/branding", { params, body }));
		await outdate("/orgs/{orgId}/branding");
	}

	return (
		<Page title={own.title} lead={own.lead}>
			{data === undefined ? (
				<Loading />
			) : (
				<>
					<LogoSection orgId={orgId} logo={data.data.logo} mayChange={mayChange} />
					<SettingsForm
						// Without the logo: another one must not undo what was typed.
						version={JSON.stringify([data.data.displayName, data.data.color, data.data.mail])}
						patchOf={(values) => (mayChange ? patchOf(data.data, values) : {})}
						onSave={(patch) => save(patch, data.version)}
						onOutdated={refetch}
					>
						<fieldset className="settings-fields" disabled={!mayChange}>
							<legend className="visually-hidden">{own.title}</legend>
							<Fields branding={data.data} />
							<Preview orgId={orgId} branding={data.data} />
						</fieldset>
					</SettingsForm>
				</>
			)}
		</Page>
	);
}

function Fields({ branding: { displayName, color, mail } }: { branding: Shown }) {
	const own = useOwnTexts(texts);
	return (
		<>
			<Section title={own.look} hint={own.lookHint}>
				<TextField
					label={own.name}
					hint={own.nameHint}
					name="displayName"
					defaultValue={displayName ?? ""}
					maxLength={64}
					autoComplete="off"
				/>
				<ColorField color={color} />
			</Section>
			<Section title={own.mails} hint={own.mailsHint}>
				<TextField
					label={own.sender}
					hint={own.senderHint}
					name="mail/senderName"
					defaultValue={mail.senderName ?? ""}
					maxLength={64}
					autoComplete="off"
				/>
				<TextField
					label={own.replyTo}
					hint={own.replyToHint}
					name="mail/replyTo"
					type="email"
					defaultValue={mail.replyTo ?? ""}
					maxLength={254}
					autoComplete="off"
				/>
			</Section>
		</>
	);
}

/** A colour as text, which may be empty, and the browser's own way to choose one. */
function ColorField({ color }: { color: string | null }) {
	const own = useOwnTexts(texts);
	const text = useRef<HTMLInputElement>(null);
	return (
		<div className="color-field">
			<TextField
				ref={text}
				label={own.color}
				hint={own.colorHint}
				name="color"
				defaultValue={color ?? ""}
				pattern="\s*#[0-9a-fA-F]{6}\s*"
				placeholder={PETROL}
				title={own.colorFormat}
				autoComplete="off"
				spellCheck={false}
			/>
			<input
				type="color"
				aria-label={own.choose}
				defaultValue={color ?? PETROL}
				onInput={({ currentTarget: { value } }) => {
					if (text.current) text.current.value = value;
				}}
			/>
		</div>
	);
}

import { useQuery } from "@tanstack/react-query";
import { type components, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Answer, readVersioned } from "../../api/queries.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { TextField } from "../../ui/field.tsx";
import type { Values } from "../../ui/form.tsx";
import { Section } from "../../ui/section.tsx";
import { SettingsForm } from "../../ui/settings-form.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { texts } from "./texts.ts";

type Account = Answer<"/orgs/{orgId}/billing/account">;
type Patch = components["schemas"]["UpdateBillingAccountRequestBody"];

const NAMES = ["name", "email", "taxId"] as const;
const LINES = ["line1", "line2", "postalCode", "city", "region", "country"] as const;

/** Returns what differs from the account as it was read; null: is removed. */
function patchOf(account: Account, values: Values): Patch {
	const differing = <K extends string>(
		names: readonly K[],
		prefix: string,
		before: { readonly [N in K]?: string | null },
	) =>
		Object.fromEntries(
			names
				.map((name) => [name, values[`${prefix}${name}`]?.trim() || null] as const)
				.filter(([name, value]) => value !== (before[name] ?? null)),
		) as { [N in K]?: string | null };
	const address = differing(LINES, "address/", account.address ?? {});
	return { ...differing(NAMES, "", account), ...(Object.keys(address).length > 0 && { address }) };
}

/** Whom invoices are addressed to. */
export function AccountForm({ orgId, mayWrite }: { orgId: string; mayWrite: boolean }) {
	const own = useOwnTexts(texts);
	const path = { orgId };
	const { data, error, refetch, dataUpdatedAt } = useQuery(readVersioned("/orgs/{orgId}/billing/account", { path }));
	if (data === undefined) return error ? <Failure error={error} onRetry={refetch} /> : <Loading />;
	const account = data.data;
	return (
		<SettingsForm
			version={dataUpdatedAt}
			patchOf={(values) => patchOf(account, values)}
			onSave={async (body) => {
				const params = { path, header: { "If-Match": data.version } };
				await unwrap(api.PATCH("/orgs/{orgId}/billing/account", { params, body }));
				await refetch();
			}}
			onOutdated={refetch}
		>
			<fieldset className="settings-fields" disabled={!mayWrite}>
				<legend className="visually-hidden">{own.account}</legend>
				<Section title={own.account} hint={own.accountHint}>
					<TextField
						label={own.accountFields.name}
						hint={own.nameHint}
						name="name"
						maxLength={128}
						autoComplete="organization"
						defaultValue={account.name ?? ""}
					/>
					<div className="field-grid">
						<TextField
							label={own.accountFields.email}
							name="email"
							type="email"
							autoComplete="off"
							defaultValue={account.email ?? ""}
						/>
						<TextField
							label={own.accountFields.taxId}
							name="taxId"
							autoComplete="off"
							defaultValue={account.taxId ?? ""}
						/>
					</div>
					<div className="field-grid">
						{LINES.map((line) => (
							<TextField
								key={line}
								label={own.addressLines[line]}
								name={`address/${line}`}
								maxLength={200}
								autoComplete="off"
								defaultValue={account.address?.[line] ?? ""}
								{...(line === "country" && { hint: own.countryHint, pattern: "[A-Z]{2}", maxLength: 2 })}
							/>
						))}
					</div>
				</Section>
			</fieldset>
		</SettingsForm>
	);
}

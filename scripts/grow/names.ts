import type { Random } from "./random.ts";

const list = (text: string): readonly string[] => text.trim().split(/\s+/);

const FIRST_NAMES = list(`
	Ada Élodie Zoë José Søren Łucja Ángel Beyoğlu Chloé Dagný Émile Françoise Grzegorz Hélène İpek Jürgen Katarína Léa Müge Núria
	Olivia Pål René Siân Tomás Ülkü Véronique Wanda Ximena Yusuf Žofia Amir Noah Mei Priya Lucas Clara Ingrid Daniel Elena
	Anna Ben Carla David Eva Felix Greta Hugo Ida Jonas Karim Lena Marta Nils Olga Paul Rosa Samir Tara Viktor
`);
const LAST_NAMES = list(`
	Lovelace Müller Sørensen García Nuñez Kowalski Nowák Dvořák Šimek Čapek Østergaard Åkesson Björk Þórsdóttir Gonçalves
	Fernández Lefèvre Bâlcescu Özdemir Yıldız Haddad Okafor Tanaka Kim Rossi Fischer Moreau Laurent Vega Raman Novak Weiß Groß
	Smith Jones Brown Taylor Wilson Evans Walker White Hall Green Wood Harris Martin Clark Lewis Young King Wright Hill Scott
	Adams Baker Carter Diaz Ellis Foster Grant Hayes Irving Jensen Keller Larsen Meyer Nielsen Olsen Petersen Quist Roth
`);
const PLACES = list(`
	Ängelholm Łódź Genève Zürich Málaga Århus Kraków Besançon Orléans Nîmes Córdoba Cádiz Tromsø Reykjavík Plzeň Brno Győr
	Pécs Constanța İzmir Coimbra Guimarães Düsseldorf Köln Göteborg Malmö Oslo Bergen Lyon Paris Roma Milano Torino Berlin
	Hamburg Vienna Graz Prague Warsaw Lisbon Porto Madrid Seville Dublin Cork London Leeds Bristol Boston Austin Denver
	Portland Harbor Riverside Lakeside Hillcrest Oakwood Maple Willow Summit Meadow Sunrise Westfield Northgate Southbank
`);
/** How often a kind is used falls with its position: the first are in a tenth of all names, the last in few. */
const KINDS = list(`
	School Academy Institute Analytics Health Foundation Labs Université Lycée Gymnasium Clinic Partners Systems Society
	Krankenhaus Collège Hospital Logistics Consulting Media Energy Robotics Museum Théâtre Bibliothèque Orchestra Observatory
`);
const SYLLABLES = list("ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo zu bré chà dœ fjø gñi lü mø ná");

/** Organization types with the domain label of their addresses. */
export const DOMAINS = Array.from({ length: 200 }, (_, n) => `campus${n + 1}.example`);

/** A word that every tenth name of an organization has. */
export const COMMON_WORD = "School";

/** A word of one organization alone, the n-th: found by one name in the whole database. */
export const rareWord = (n: number): string => `quorzl${String(n).padStart(6, "0")}`;

/** Returns the name of a person. */
export const personName = (random: Random): string => `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`;

/** Returns the name of the n-th organization: a place, a word that few share, a kind; every thousandth has a word of its own. */
export function organizationName(random: Random, n: number): string {
	const made = `${random.pick(SYLLABLES)}${random.pick(SYLLABLES)}${random.pick(SYLLABLES)}`;
	const word = made.charAt(0).toUpperCase() + made.slice(1);
	// The square makes the first ones frequent.
	const kind = KINDS[Math.floor((random.below(1_000_000) / 1_000_000) ** 2 * KINDS.length)] ?? COMMON_WORD;
	const own = n % 1000 === 7 ? ` ${rareWord(n)}` : "";
	return `${random.pick(PLACES)} ${word} ${kind}${own}`;
}

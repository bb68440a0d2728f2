/** The tenant guard and statements written by hand: what `sql` could bring that the query builder does not write. */
import { describe, expect, test } from "bun:test";
import { assertTenantBound } from "#db/guard";

const refusedTexts = [
	"select * from memberships where org_id = ? or 1 = 1",
	"select * from memberships where org_id = ? and id = 1or 1 = 1",
	"select * from Memberships where user_id = ?",
	"select * from MEMBERSHIPS m, events e where m.org_id = ?",
	"select * from memberships m natural join events e where m.org_id = ?",
	"select * from memberships m join events e using (org_id) where m.org_id = ?",
	"select * from public.memberships where user_id = ?",
	"select * from public.events e, memberships m where m.org_id = ?",
	"select * from 'memberships'",
	"select * from `memberships`",
	"select * from [memberships]",
	'select * from U&"m\\0065mberships"',
	"select * from only memberships",
	"select * from (memberships)",
	"select * from (memberships m join users u on u.id = m.user_id) where m.org_id = ?",
	"select * from memberships m (id, org_id) where m.org_id = ?",
	"select * from users memberships where memberships.org_id = ?",
	"select * from sessions where user_id in memberships",
	"select * from users where id in (select user_id from memberships) or (select true from events where org_id = ?)",
	"select * from memberships -- where org_id = ?",
	"select * from memberships /* where org_id = ? */",
	"select * from memberships where role = 'x'' and org_id = ? and ''y'",
	"select * from memberships where role = ' and org_id = ? and '",
	"select * from memberships where user_id = e'\\' and org_id = ? --'",
	"select * from memberships where 1 between 0 and org_id = ?",
	"select * from memberships where case when true and org_id = ? and true then true else true end",
	"select * from memberships where (select true from users where true and org_id = ?)",
	"select * from memberships where not org_id = ?",
	"select * from memberships where org_id <> ?",
	"select * from memberships where org_id = ? is not null",
	"select * from memberships where org_id = 'org_1'",
	"select * from memberships where org_id = org_id",
	"select count(*) from memberships group by org_id having org_id = ?",
	"select count(*) filter (where org_id = ?) from memberships",
	'select * from users m where exists (select 1 from memberships "M" where m.org_id = ?)',
	"select * from sessions m where m.org_id = ? and exists (select 1 from memberships where m.org_id = ?)",
	"select * from memberships m left join events e on m.org_id = ? and e.org_id = ?",
	"select * from memberships m right join users u on u.id = m.user_id where u.id = ?",
	"select * from memberships m full join users u on m.org_id = ?",
	"select * from memberships where org_id = ? union all select * from memberships",
	"with sessions as (select ? as org_id) select * from memberships m, sessions s where s.org_id = ? and m.org_id = s.org_id",
	"with organizations as (select 1 as id) select * from memberships m, organizations o where o.id = ? and m.org_id = o.id",
	"with x as (delete from memberships returning *) select * from x",
	"with memberships as (select 1) select * from memberships",
	"update memberships set role = ? from organizations o where o.id = ?",
	"update users set name = m.role from memberships m where m.user_id = users.id",
	"update memberships set (org_id, role) = (?, ?) where org_id = ?",
	"update or replace memberships set role = ? where org_id = ?",
	"delete from memberships where exists (select 1 from organizations where id = ?)",
	"delete from users using memberships m where m.user_id = users.id",
	"insert into memberships values (?, ?)",
	"insert into memberships default values",
	"insert into memberships (user_id) values (?)",
	"insert into memberships (org_id, user_id) values (?, ?), ('org_2', ?)",
	"insert into memberships (org_id, ORG_ID) values (?, 'org_2')",
	"insert or replace into memberships (org_id) values (?)",
	"insert into memberships (org_id, user_id) select o.id, ? from organizations o",
	"insert into memberships (org_id, user_id) select * from sessions s where s.org_id = ?",
	"insert into users (id) select user_id from memberships",
	"insert into memberships (org_id, user_id) values (?, ?) on conflict (user_id) do update set role = ?",
	"insert into memberships (org_id, user_id) values (?, ?) on conflict on constraint x do update set role = ?",
	"merge into memberships m using users u on m.org_id = ? when matched then delete",
	"table memberships",
	"truncate memberships",
	"select 1; delete from memberships",
];

const understoodTexts = [
	"select * from memberships where org_id = ?",
	'SELECT * FROM "memberships" AS M WHERE m."org_id" = $1',
	"select * from memberships where ((role = 'or') and (? = memberships.org_id))",
	"select * from memberships m, events e where m.org_id = ? and e.org_id = m.org_id",
	"select * from users where id in (select user_id from memberships where org_id = $1) limit 1;",
	"select * from memberships m where m.org_id = ? and m.version between 1 and 2 and (m.role = ? or m.role = ?)",
	"(select id from events where org_id = $1) union (select id from invitations where org_id = $2) order by 1",
	"select * from users u left join lateral (select * from memberships m where m.org_id = $1) m on true",
	"update memberships as m set role = $1 from organizations o where o.id = $2 and m.org_id = o.id returning *",
	"delete from memberships m using users u where m.user_id = u.id and m.org_id = $1",
	"insert into memberships (org_id, user_id) select m.org_id, ? from memberships m where m.org_id = ?",
	"insert into events (org_id, id) values (?, ?) on conflict (id) do update set type = ? where events.org_id = excluded.org_id",
	"insert into memberships (user_id, org_id) values ($1, $2) on conflict (org_id, user_id) do update set role = $3",
	"select * from users /* none of ours */",
	"select 'events' from users where id = ?",
];

describe("the tenant guard", () => {
	test.each(refusedTexts)("refuses: %s", (text) => {
		expect(() => assertTenantBound(text)).toThrow(text);
	});

	test.each(understoodTexts)("understands: %s", (text) => {
		expect(() => assertTenantBound(text)).not.toThrow();
	});
});

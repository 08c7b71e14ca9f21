-- Statements that the service runs on postgres. Derived by `npm run derive`: change the code, not this file.

-- GET /api/v1/users/me
select "id", "user_id", "hash", "preferences", "expires_at", "last_used_at", (select value
  from settings
  where name = $) as "token_access", (select value
  from settings
  where name = $) as "maintenance_mode"
  from "tokens"
  where "hash" = $ and "action" = $;
select "login", "active", (select count(*) as "count"
  from "groups") as "all_groups", (select "value"
  from "settings"
  where "name" = $) as "attributes", (select concat('[', string_agg("id"::text, ','), ']') as "ids"
  from "organizations"
  where "id" in (select "organization_id"
  from "users"
  where "id" = $
  union all select "organization_id"
  from "organizations_users"
  where "user_id" = $)) as "organizations", (select concat('[', string_agg("id"::text, ','), ']') as "ids"
  from "organizations"
  where "id" in (select "organization_id"
  from "users"
  where "id" = $
  union all select "organization_id"
  from "organizations_users"
  where "user_id" = $) and "shared" = $) as "shared", (select concat('[', string_agg(to_json("name")::text, ','), ']') as "names"
  from (select distinct "permissions"."name"
  from "roles_users"
  inner join "roles" on "roles"."id" = "roles_users"."role_id"
  inner join "permissions_roles" on "permissions_roles"."role_id" = "roles"."id"
  inner join "permissions" on "permissions"."id" = "permissions_roles"."permission_id"
  where "roles_users"."user_id" = $ and "roles"."active" = $ and "permissions"."active" = $) as "granted") as "permissions", (select concat('[', string_agg(to_json(group_id || ' ' || access)::text, ','), ']') as "pairs"
  from (select "group_id", "access"
  from "groups_users"
  where "user_id" = $ union select "groups_roles"."group_id", "groups_roles"."access"
  from "roles_users"
  inner join "roles" on "roles"."id" = "roles_users"."role_id"
  inner join "groups_roles" on "groups_roles"."role_id" = "roles"."id"
  where "roles_users"."user_id" = $ and "roles"."active" = $) as "given") as "groups"
  from "users"
  where "users"."id" = $;
select "related"."far_id", concat('[', string_agg(to_json("related"."access")::text, ','), ']') as "levels"
  from (select distinct "pair"."user_id", "pair"."group_id" as "far_id", "pair"."access"
  from "groups_users" as "pair"
  where ("pair"."user_id" = "users"."id" and (exists (select 1
  from users
  where users.id = pair.user_id and users.active) and exists (select 1
  from roles_users u join roles r on r.id = u.role_id join permissions_roles pr on pr.role_id = r.id join permissions p on p.id = pr.permission_id
  where u.user_id = "pair"."user_id" and r.active = true and p.active = true and p.name in ('ticket', 'ticket.agent'))))
  order by "pair"."group_id", "pair"."access") as "related"
  group by "related"."far_id"
  order by "related"."far_id";
select "users"."id", …, "users"."updated_at", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."user_id", "pair"."role_id" as "far_id"
  from "roles_users" as "pair"
  where "pair"."user_id" = "users"."id"
  order by "pair"."role_id") as "related") as "role_ids", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."user_id", "pair"."organization_id" as "far_id"
  from "organizations_users" as "pair"
  where "pair"."user_id" = "users"."id"
  order by "pair"."organization_id") as "related") as "organization_ids", (select concat('{', string_agg(concat('"', "related"."far_id", '":', "related"."levels"), ','), '}') as "list"
  from (select "related"."far_id", concat('[', string_agg(to_json("related"."access")::text, ','), ']') as "levels"
  from (select distinct "pair"."user_id", "pair"."group_id" as "far_id", "pair"."access"
  from "groups_users" as "pair"
  where ("pair"."user_id" = "users"."id" and (exists (select 1
  from users
  where users.id = pair.user_id and users.active) and exists (select 1
  from roles_users u join roles r on r.id = u.role_id join permissions_roles pr on pr.role_id = r.id join permissions p on p.id = pr.permission_id
  where u.user_id = "pair"."user_id" and r.active = true and p.active = true and p.name in ('ticket', 'ticket.agent'))))
  order by "pair"."group_id", "pair"."access") as "related"
  group by "related"."far_id"
  order by "related"."far_id") as "related") as "group_ids"
  from "users"
  where "users"."id" = $;
select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."user_id", "pair"."organization_id" as "far_id"
  from "organizations_users" as "pair"
  where "pair"."user_id" = "users"."id"
  order by "pair"."organization_id") as "related";
select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."user_id", "pair"."role_id" as "far_id"
  from "roles_users" as "pair"
  where "pair"."user_id" = "users"."id"
  order by "pair"."role_id") as "related";
select concat('{', string_agg(concat('"', "related"."far_id", '":', "related"."levels"), ','), '}') as "list"
  from (select "related"."far_id", concat('[', string_agg(to_json("related"."access")::text, ','), ']') as "levels"
  from (select distinct "pair"."user_id", "pair"."group_id" as "far_id", "pair"."access"
  from "groups_users" as "pair"
  where ("pair"."user_id" = "users"."id" and (exists (select 1
  from users
  where users.id = pair.user_id and users.active) and exists (select 1
  from roles_users u join roles r on r.id = u.role_id join permissions_roles pr on pr.role_id = r.id join permissions p on p.id = pr.permission_id
  where u.user_id = "pair"."user_id" and r.active = true and p.active = true and p.name in ('ticket', 'ticket.agent'))))
  order by "pair"."group_id", "pair"."access") as "related"
  group by "related"."far_id"
  order by "related"."far_id") as "related";
select distinct "pair"."user_id", "pair"."group_id" as "far_id", "pair"."access"
  from "groups_users" as "pair"
  where ("pair"."user_id" = "users"."id" and (exists (select 1
  from users
  where users.id = pair.user_id and users.active) and exists (select 1
  from roles_users u join roles r on r.id = u.role_id join permissions_roles pr on pr.role_id = r.id join permissions p on p.id = pr.permission_id
  where u.user_id = "pair"."user_id" and r.active = true and p.active = true and p.name in ('ticket', 'ticket.agent'))))
  order by "pair"."group_id", "pair"."access";
select distinct "pair"."user_id", "pair"."organization_id" as "far_id"
  from "organizations_users" as "pair"
  where "pair"."user_id" = "users"."id"
  order by "pair"."organization_id";
select distinct "pair"."user_id", "pair"."role_id" as "far_id"
  from "roles_users" as "pair"
  where "pair"."user_id" = "users"."id"
  order by "pair"."role_id";

-- GET /api/v1/users/me, as nils
select "users"."id", "users"."organization_id", case when "users"."id" in ($, 1) then "users"."login" else trim(coalesce("users"."firstname", '') || ' ' || coalesce("users"."lastname", '')) end as "login", "users"."firstname", "users"."lastname", case "users"."id" when $ then "users"."fullname" when 1 then '' else trim(coalesce("users"."firstname", '') || ' ' || coalesce("users"."lastname", '')) end as "fullname", "users"."email", …, "users"."updated_at", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."user_id", "pair"."role_id" as "far_id"
  from "roles_users" as "pair"
  where "pair"."user_id" = "users"."id"
  order by "pair"."role_id") as "related") as "role_ids", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."user_id", "pair"."organization_id" as "far_id"
  from "organizations" as "far"
  inner join "organizations_users" as "pair" on "pair"."organization_id" = "far"."id"
  where "far"."id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id) and "pair"."user_id" = "users"."id"
  order by "pair"."organization_id") as "related") as "organization_ids", (select concat('{', string_agg(concat('"', "related"."far_id", '":', "related"."levels"), ','), '}') as "list"
  from (select "related"."far_id", concat('[', string_agg(to_json("related"."access")::text, ','), ']') as "levels"
  from (select distinct "pair"."user_id", "pair"."group_id" as "far_id", "pair"."access"
  from "groups_users" as "pair"
  where ("pair"."user_id" = "users"."id" and (exists (select 1
  from users
  where users.id = pair.user_id and users.active) and exists (select 1
  from roles_users u join roles r on r.id = u.role_id join permissions_roles pr on pr.role_id = r.id join permissions p on p.id = pr.permission_id
  where u.user_id = "pair"."user_id" and r.active = true and p.active = true and p.name in ('ticket', 'ticket.agent'))))
  order by "pair"."group_id", "pair"."access") as "related"
  group by "related"."far_id"
  order by "related"."far_id") as "related") as "group_ids"
  from "users"
  where ("users"."id" = $
  or "users"."organization_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "users"."id" = $;
select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."user_id", "pair"."organization_id" as "far_id"
  from "organizations" as "far"
  inner join "organizations_users" as "pair" on "pair"."organization_id" = "far"."id"
  where "far"."id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id) and "pair"."user_id" = "users"."id"
  order by "pair"."organization_id") as "related";
select distinct "pair"."user_id", "pair"."organization_id" as "far_id"
  from "organizations" as "far"
  inner join "organizations_users" as "pair" on "pair"."organization_id" = "far"."id"
  where "far"."id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id) and "pair"."user_id" = "users"."id"
  order by "pair"."organization_id";

-- GET /api/v1/tickets/2, as rita
select "tickets"."id", …, "tickets"."updated_at"
  from "tickets"
  where "tickets"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id) and "tickets"."id" = $;

-- GET /api/v1/tickets/2?expand=true, as rita
select "far"."ticket_id", "far"."id" as "far_id"
  from "ticket_articles" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "far"."ticket_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)
  order by "far"."id";
select "far"."ticket_id", "far"."id" as "far_id"
  from "time_accountings" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "far"."ticket_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)
  order by "far"."id";
select "id", "groups"."name" as "label"
  from "groups"
  where "id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id);
select "id", "organizations"."name" as "label"
  from "organizations"
  where "id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id);
select "id", "ticket_priorities"."name" as "label"
  from "ticket_priorities"
  where "id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id);
select "id", "ticket_states"."name" as "label"
  from "ticket_states"
  where "id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id);
select "id", "users"."login" as "label"
  from "users"
  where "id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id);
select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id);
select distinct "pair"."ticket_id", "pair"."tag_id" as "far_id", "far"."name" as "label"
  from "tags" as "far"
  inner join "tickets_tags" as "pair" on "pair"."tag_id" = "far"."id"
  where "pair"."ticket_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)
  order by "pair"."tag_id";

-- GET /api/v1/tickets/2?full=true, as rita
select "far"."organization_id", "far"."id" as "far_id"
  from "users" as "far"
  where "far"."organization_id" = "organizations"."id"
  order by "far"."id";
select "far"."ticket_id", "far"."id" as "far_id"
  from "ticket_articles" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id";
select "far"."ticket_id", "far"."id" as "far_id"
  from "time_accountings" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id";
select "groups"."id", …, "groups"."updated_at", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."group_id", "pair"."user_id" as "far_id"
  from "groups_users" as "pair"
  where "pair"."group_id" = "groups"."id"
  order by "pair"."user_id") as "related") as "user_ids"
  from "groups"
  where "groups"."id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)
  order by "groups"."id";
select "organizations"."id", …, "organizations"."updated_at", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select "far"."organization_id", "far"."id" as "far_id"
  from "users" as "far"
  where "far"."organization_id" = "organizations"."id"
  order by "far"."id") as "related") as "member_ids", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."organization_id", "pair"."user_id" as "far_id"
  from "organizations_users" as "pair"
  where "pair"."organization_id" = "organizations"."id"
  order by "pair"."user_id") as "related") as "secondary_member_ids"
  from "organizations"
  where "organizations"."id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)
  order by "organizations"."id";
select "related"."far_id", concat('[', string_agg(to_json("related"."access")::text, ','), ']') as "levels"
  from (select distinct "pair"."role_id", "pair"."group_id" as "far_id", "pair"."access"
  from "groups_roles" as "pair"
  where "pair"."role_id" = "roles"."id"
  order by "pair"."group_id", "pair"."access") as "related"
  group by "related"."far_id"
  order by "related"."far_id";
select "roles"."id", …, "roles"."updated_at", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."role_id", "pair"."permission_id" as "far_id"
  from "permissions_roles" as "pair"
  where "pair"."role_id" = "roles"."id"
  order by "pair"."permission_id") as "related") as "permission_ids", (select concat('{', string_agg(concat('"', "related"."far_id", '":', "related"."levels"), ','), '}') as "list"
  from (select "related"."far_id", concat('[', string_agg(to_json("related"."access")::text, ','), ']') as "levels"
  from (select distinct "pair"."role_id", "pair"."group_id" as "far_id", "pair"."access"
  from "groups_roles" as "pair"
  where "pair"."role_id" = "roles"."id"
  order by "pair"."group_id", "pair"."access") as "related"
  group by "related"."far_id"
  order by "related"."far_id") as "related") as "group_ids"
  from "roles"
  where "roles"."id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)
  order by "roles"."id";
select "tickets"."id", …, "tickets"."updated_at", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "ticket_articles" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related") as "article_ids", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "time_accountings" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related") as "ticket_time_accounting_ids"
  from "tickets"
  where "tickets"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id) and "tickets"."id" = $;
select "users"."id", …, "users"."updated_at", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."user_id", "pair"."role_id" as "far_id"
  from "roles_users" as "pair"
  where "pair"."user_id" = "users"."id"
  order by "pair"."role_id") as "related") as "role_ids", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."user_id", "pair"."organization_id" as "far_id"
  from "organizations_users" as "pair"
  where "pair"."user_id" = "users"."id"
  order by "pair"."organization_id") as "related") as "organization_ids", (select concat('{', string_agg(concat('"', "related"."far_id", '":', "related"."levels"), ','), '}') as "list"
  from (select "related"."far_id", concat('[', string_agg(to_json("related"."access")::text, ','), ']') as "levels"
  from (select distinct "pair"."user_id", "pair"."group_id" as "far_id", "pair"."access"
  from "groups_users" as "pair"
  where ("pair"."user_id" = "users"."id" and (exists (select 1
  from users
  where users.id = pair.user_id and users.active) and exists (select 1
  from roles_users u join roles r on r.id = u.role_id join permissions_roles pr on pr.role_id = r.id join permissions p on p.id = pr.permission_id
  where u.user_id = "pair"."user_id" and r.active = true and p.active = true and p.name in ('ticket', 'ticket.agent'))))
  order by "pair"."group_id", "pair"."access") as "related"
  group by "related"."far_id"
  order by "related"."far_id") as "related") as "group_ids"
  from "users"
  where "users"."id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)
  order by "users"."id";
select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select "far"."organization_id", "far"."id" as "far_id"
  from "users" as "far"
  where "far"."organization_id" = "organizations"."id"
  order by "far"."id") as "related";
select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "ticket_articles" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related";
select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "time_accountings" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related";
select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."group_id", "pair"."user_id" as "far_id"
  from "groups_users" as "pair"
  where "pair"."group_id" = "groups"."id"
  order by "pair"."user_id") as "related";
select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."organization_id", "pair"."user_id" as "far_id"
  from "organizations_users" as "pair"
  where "pair"."organization_id" = "organizations"."id"
  order by "pair"."user_id") as "related";
select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."role_id", "pair"."permission_id" as "far_id"
  from "permissions_roles" as "pair"
  where "pair"."role_id" = "roles"."id"
  order by "pair"."permission_id") as "related";
select concat('{', string_agg(concat('"', "related"."far_id", '":', "related"."levels"), ','), '}') as "list"
  from (select "related"."far_id", concat('[', string_agg(to_json("related"."access")::text, ','), ']') as "levels"
  from (select distinct "pair"."role_id", "pair"."group_id" as "far_id", "pair"."access"
  from "groups_roles" as "pair"
  where "pair"."role_id" = "roles"."id"
  order by "pair"."group_id", "pair"."access") as "related"
  group by "related"."far_id"
  order by "related"."far_id") as "related";
select distinct "pair"."group_id", "pair"."user_id" as "far_id"
  from "groups_users" as "pair"
  where "pair"."group_id" = "groups"."id"
  order by "pair"."user_id";
select distinct "pair"."organization_id", "pair"."user_id" as "far_id"
  from "organizations_users" as "pair"
  where "pair"."organization_id" = "organizations"."id"
  order by "pair"."user_id";
select distinct "pair"."role_id", "pair"."group_id" as "far_id", "pair"."access"
  from "groups_roles" as "pair"
  where "pair"."role_id" = "roles"."id"
  order by "pair"."group_id", "pair"."access";
select distinct "pair"."role_id", "pair"."permission_id" as "far_id"
  from "permissions_roles" as "pair"
  where "pair"."role_id" = "roles"."id"
  order by "pair"."permission_id";

-- GET /api/v1/tickets
select "tickets"."id", …, "tickets"."updated_at"
  from "tickets"
  where "tickets"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id) and "tickets"."id" >= $
  order by "tickets"."id"
  limit $ offset $;
select count(*) as "count"
  from "tickets"
  where "tickets"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id);
select max("id") as "id"
  from "tickets";

-- GET /api/v1/tickets, as rita
-- no further statements

-- GET /api/v1/tickets, as nils
select "tickets"."id", …, "tickets"."article_count" - "tickets"."internal_article_count" as "article_count", "tickets"."escalation_at", …, "tickets"."updated_at"
  from "tickets"
  where ("tickets"."customer_id" = $
  or "tickets"."organization_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "tickets"."id" >= $
  order by "tickets"."id"
  limit $ offset $;
select count(*) as "count"
  from "tickets"
  where ("tickets"."customer_id" = $
  or "tickets"."organization_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id));

-- GET /api/v1/tickets?page=100
-- no further statements

-- GET /api/v1/tickets?after=2
-- no further statements

-- GET /api/v1/tickets?sort_by=title,created_at&order_by=desc,asc
select "tickets"."id"
  from "tickets"
  where "tickets"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)
  order by "tickets"."title" collate "C" desc, "tickets"."created_at" asc, "tickets"."id" asc
  limit $ offset $;
select "tickets"."id", …, "tickets"."updated_at"
  from "tickets"
  where "tickets"."id" in (select "tickets"."id"
  from "tickets"
  where "tickets"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)
  order by "tickets"."title" collate "C" desc, "tickets"."created_at" asc, "tickets"."id" asc
  limit $ offset $)
  order by "tickets"."title" collate "C" desc, "tickets"."created_at" asc, "tickets"."id" asc;

-- GET /api/v1/tickets?ids=1,2,3
select "tickets"."id"
  from "tickets"
  where "tickets"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id) and "tickets"."id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)
  order by "tickets"."id" asc
  limit $ offset $;
select "tickets"."id", …, "tickets"."updated_at"
  from "tickets"
  where "tickets"."id" in (select "tickets"."id"
  from "tickets"
  where "tickets"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id) and "tickets"."id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)
  order by "tickets"."id" asc
  limit $ offset $)
  order by "tickets"."id" asc;
select count(*) as "count"
  from "tickets"
  where "tickets"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id) and "tickets"."id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id);

-- GET /api/v1/tickets?fields=id,title,tags
select "tickets"."id", "tickets"."title"
  from "tickets"
  where "tickets"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id) and "tickets"."id" >= $
  order by "tickets"."id"
  limit $ offset $;

-- GET /api/v1/users
select "own"."id", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."user_id", "pair"."role_id" as "far_id"
  from "roles_users" as "pair"
  where "pair"."user_id" = "own"."id"
  order by "pair"."role_id") as "related") as "roles", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."user_id", "pair"."organization_id" as "far_id"
  from "organizations_users" as "pair"
  where "pair"."user_id" = "own"."id"
  order by "pair"."organization_id") as "related") as "organizations", (select concat('{', string_agg(concat('"', "related"."far_id", '":', "related"."levels"), ','), '}') as "list"
  from (select "related"."far_id", concat('[', string_agg(to_json("related"."access")::text, ','), ']') as "levels"
  from (select distinct "pair"."user_id", "pair"."group_id" as "far_id", "pair"."access"
  from "groups_users" as "pair"
  where ("pair"."user_id" = "own"."id" and (exists (select 1
  from users
  where users.id = pair.user_id and users.active) and exists (select 1
  from roles_users u join roles r on r.id = u.role_id join permissions_roles pr on pr.role_id = r.id join permissions p on p.id = pr.permission_id
  where u.user_id = "pair"."user_id" and r.active = true and p.active = true and p.name in ('ticket', 'ticket.agent'))))
  order by "pair"."group_id", "pair"."access") as "related"
  group by "related"."far_id"
  order by "related"."far_id") as "related") as "groups"
  from "users" as "own"
  where "own"."id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id);
select "related"."far_id", concat('[', string_agg(to_json("related"."access")::text, ','), ']') as "levels"
  from (select distinct "pair"."user_id", "pair"."group_id" as "far_id", "pair"."access"
  from "groups_users" as "pair"
  where ("pair"."user_id" = "own"."id" and (exists (select 1
  from users
  where users.id = pair.user_id and users.active) and exists (select 1
  from roles_users u join roles r on r.id = u.role_id join permissions_roles pr on pr.role_id = r.id join permissions p on p.id = pr.permission_id
  where u.user_id = "pair"."user_id" and r.active = true and p.active = true and p.name in ('ticket', 'ticket.agent'))))
  order by "pair"."group_id", "pair"."access") as "related"
  group by "related"."far_id"
  order by "related"."far_id";
select "users"."id", …, "users"."updated_at"
  from "users"
  where "users"."id" >= $
  order by "users"."id"
  limit $ offset $;
select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."user_id", "pair"."organization_id" as "far_id"
  from "organizations_users" as "pair"
  where "pair"."user_id" = "own"."id"
  order by "pair"."organization_id") as "related";
select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."user_id", "pair"."role_id" as "far_id"
  from "roles_users" as "pair"
  where "pair"."user_id" = "own"."id"
  order by "pair"."role_id") as "related";
select concat('{', string_agg(concat('"', "related"."far_id", '":', "related"."levels"), ','), '}') as "list"
  from (select "related"."far_id", concat('[', string_agg(to_json("related"."access")::text, ','), ']') as "levels"
  from (select distinct "pair"."user_id", "pair"."group_id" as "far_id", "pair"."access"
  from "groups_users" as "pair"
  where ("pair"."user_id" = "own"."id" and (exists (select 1
  from users
  where users.id = pair.user_id and users.active) and exists (select 1
  from roles_users u join roles r on r.id = u.role_id join permissions_roles pr on pr.role_id = r.id join permissions p on p.id = pr.permission_id
  where u.user_id = "pair"."user_id" and r.active = true and p.active = true and p.name in ('ticket', 'ticket.agent'))))
  order by "pair"."group_id", "pair"."access") as "related"
  group by "related"."far_id"
  order by "related"."far_id") as "related";
select count(*) as "count"
  from "users";
select distinct "pair"."user_id", "pair"."group_id" as "far_id", "pair"."access"
  from "groups_users" as "pair"
  where ("pair"."user_id" = "own"."id" and (exists (select 1
  from users
  where users.id = pair.user_id and users.active) and exists (select 1
  from roles_users u join roles r on r.id = u.role_id join permissions_roles pr on pr.role_id = r.id join permissions p on p.id = pr.permission_id
  where u.user_id = "pair"."user_id" and r.active = true and p.active = true and p.name in ('ticket', 'ticket.agent'))))
  order by "pair"."group_id", "pair"."access";
select distinct "pair"."user_id", "pair"."organization_id" as "far_id"
  from "organizations_users" as "pair"
  where "pair"."user_id" = "own"."id"
  order by "pair"."organization_id";
select distinct "pair"."user_id", "pair"."role_id" as "far_id"
  from "roles_users" as "pair"
  where "pair"."user_id" = "own"."id"
  order by "pair"."role_id";
select max("id") as "id"
  from "users";

-- GET /api/v1/users?expand=true
select distinct "pair"."user_id", "pair"."group_id" as "far_id", "far"."name" as "label", "pair"."access"
  from "groups" as "far"
  inner join "groups_users" as "pair" on "pair"."group_id" = "far"."id"
  where ("pair"."user_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id) and (exists (select 1
  from users
  where users.id = pair.user_id and users.active) and exists (select 1
  from roles_users u join roles r on r.id = u.role_id join permissions_roles pr on pr.role_id = r.id join permissions p on p.id = pr.permission_id
  where u.user_id = "pair"."user_id" and r.active = true and p.active = true and p.name in ('ticket', 'ticket.agent'))))
  order by "pair"."group_id", "pair"."access";
select distinct "pair"."user_id", "pair"."organization_id" as "far_id", "far"."name" as "label"
  from "organizations" as "far"
  inner join "organizations_users" as "pair" on "pair"."organization_id" = "far"."id"
  where "pair"."user_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)
  order by "pair"."organization_id";
select distinct "pair"."user_id", "pair"."role_id" as "far_id", "far"."name" as "label"
  from "roles" as "far"
  inner join "roles_users" as "pair" on "pair"."role_id" = "far"."id"
  where "pair"."user_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)
  order by "pair"."role_id";

-- GET /api/v1/users/8, as nils
-- no further statements

-- GET /api/v1/organizations?full=true
select "far"."organization_id", "far"."id" as "far_id"
  from "users" as "far"
  where "far"."organization_id" = "own"."id"
  order by "far"."id";
select "organizations"."id", …, "organizations"."updated_at"
  from "organizations"
  where "organizations"."id" >= $
  order by "organizations"."id"
  limit $ offset $;
select "own"."id", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select "far"."organization_id", "far"."id" as "far_id"
  from "users" as "far"
  where "far"."organization_id" = "own"."id"
  order by "far"."id") as "related") as "members", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."organization_id", "pair"."user_id" as "far_id"
  from "organizations_users" as "pair"
  where "pair"."organization_id" = "own"."id"
  order by "pair"."user_id") as "related") as "secondary_members"
  from "organizations" as "own"
  where "own"."id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id);
select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select "far"."organization_id", "far"."id" as "far_id"
  from "users" as "far"
  where "far"."organization_id" = "own"."id"
  order by "far"."id") as "related";
select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."organization_id", "pair"."user_id" as "far_id"
  from "organizations_users" as "pair"
  where "pair"."organization_id" = "own"."id"
  order by "pair"."user_id") as "related";
select count(*) as "count"
  from "organizations";
select distinct "pair"."organization_id", "pair"."user_id" as "far_id"
  from "organizations_users" as "pair"
  where "pair"."organization_id" = "own"."id"
  order by "pair"."user_id";
select max("id") as "id"
  from "organizations";

-- GET /api/v1/organizations, as nils
select "far"."organization_id", "far"."id" as "far_id"
  from "users" as "far"
  where ("far"."id" = $
  or "far"."organization_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "far"."organization_id" = "own"."id"
  order by "far"."id";
select "organizations"."id", …, "organizations"."updated_at"
  from "organizations"
  where "organizations"."id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id) and "organizations"."id" >= $
  order by "organizations"."id"
  limit $ offset $;
select "own"."id", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select "far"."organization_id", "far"."id" as "far_id"
  from "users" as "far"
  where ("far"."id" = $
  or "far"."organization_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "far"."organization_id" = "own"."id"
  order by "far"."id") as "related") as "members", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."organization_id", "pair"."user_id" as "far_id"
  from "users" as "far"
  inner join "organizations_users" as "pair" on "pair"."user_id" = "far"."id"
  where ("far"."id" = $
  or "far"."organization_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "pair"."organization_id" = "own"."id"
  order by "pair"."user_id") as "related") as "secondary_members"
  from "organizations" as "own"
  where "own"."id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id);
select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select "far"."organization_id", "far"."id" as "far_id"
  from "users" as "far"
  where ("far"."id" = $
  or "far"."organization_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "far"."organization_id" = "own"."id"
  order by "far"."id") as "related";
select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."organization_id", "pair"."user_id" as "far_id"
  from "users" as "far"
  inner join "organizations_users" as "pair" on "pair"."user_id" = "far"."id"
  where ("far"."id" = $
  or "far"."organization_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "pair"."organization_id" = "own"."id"
  order by "pair"."user_id") as "related";
select count(*) as "count"
  from "organizations"
  where "organizations"."id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id);
select distinct "pair"."organization_id", "pair"."user_id" as "far_id"
  from "users" as "far"
  inner join "organizations_users" as "pair" on "pair"."user_id" = "far"."id"
  where ("far"."id" = $
  or "far"."organization_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "pair"."organization_id" = "own"."id"
  order by "pair"."user_id";

-- GET /api/v1/groups?expand=true
select "groups"."id", …, "groups"."updated_at"
  from "groups"
  where "groups"."id" >= $
  order by "groups"."id"
  limit $ offset $;
select "id", "signatures"."name" as "label"
  from "signatures"
  where "id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id);
select count(*) as "count"
  from "groups";
select distinct "pair"."group_id", "pair"."user_id" as "far_id", "far"."login" as "label"
  from "users" as "far"
  inner join "groups_users" as "pair" on "pair"."user_id" = "far"."id"
  where "pair"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)
  order by "pair"."user_id";
select max("id") as "id"
  from "groups";

-- GET /api/v1/roles?expand=true
select "roles"."id", …, "roles"."updated_at"
  from "roles"
  where "roles"."id" >= $
  order by "roles"."id"
  limit $ offset $;
select count(*) as "count"
  from "roles";
select distinct "pair"."role_id", "pair"."group_id" as "far_id", "far"."name" as "label", "pair"."access"
  from "groups" as "far"
  inner join "groups_roles" as "pair" on "pair"."group_id" = "far"."id"
  where "pair"."role_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)
  order by "pair"."group_id", "pair"."access";
select distinct "pair"."role_id", "pair"."permission_id" as "far_id", "far"."name" as "label"
  from "permissions" as "far"
  inner join "permissions_roles" as "pair" on "pair"."permission_id" = "far"."id"
  where "pair"."role_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)
  order by "pair"."permission_id";
select max("id") as "id"
  from "roles";

-- GET /api/v1/ticket_states?expand=true
select "id", "ticket_state_types"."name" as "label"
  from "ticket_state_types"
  where "id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id);
select "ticket_states"."id", …, "ticket_states"."updated_at"
  from "ticket_states"
  where "ticket_states"."id" >= $
  order by "ticket_states"."id"
  limit $ offset $;
select count(*) as "count"
  from "ticket_states";
select max("id") as "id"
  from "ticket_states";

-- GET /api/v1/ticket_articles/by_ticket/2, as rita
select "id", "article_id", "store_file_id", "filename", "size", "preferences"
  from "attachments"
  where "article_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)
  order by "id";
select "id", "ticket_article_senders"."name" as "label"
  from "ticket_article_senders"
  where "id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id);
select "id", "ticket_article_types"."name" as "label"
  from "ticket_article_types"
  where "id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id);
select "ticket_article_id", "time_unit"
  from "time_accountings"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "time_accountings"."ticket_id" and "its_ticket"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "ticket_article_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id);
select "ticket_articles"."id", …, "ticket_articles"."origin_by_id"
  from "ticket_articles"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "ticket_articles"."ticket_id" and "its_ticket"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "ticket_articles"."ticket_id" = $
  order by "ticket_articles"."created_at", "ticket_articles"."id";
select "tickets"."id"
  from "tickets"
  where "tickets"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id) and "tickets"."id" = $;
select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "ticket_articles"."ticket_id" and "its_ticket"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id);
select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "time_accountings"."ticket_id" and "its_ticket"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id);

-- GET /api/v1/ticket_articles/by_ticket/2, as nils
select "id", case when "users"."id" in ($, 1) then "users"."login" else trim(coalesce("users"."firstname", '') || ' ' || coalesce("users"."lastname", '')) end as "label"
  from "users"
  where "id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id);
select "ticket_article_id", "time_unit"
  from "time_accountings"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "time_accountings"."ticket_id" and 1 = 0) and "ticket_article_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id);
select "ticket_articles"."id", …, "ticket_articles"."origin_by_id"
  from "ticket_articles"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "ticket_articles"."ticket_id" and ("ticket_articles"."internal" = $ and ("its_ticket"."customer_id" = $
  or "its_ticket"."organization_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)))) and "ticket_articles"."ticket_id" = $
  order by "ticket_articles"."created_at", "ticket_articles"."id";
select "tickets"."id"
  from "tickets"
  where ("tickets"."customer_id" = $
  or "tickets"."organization_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "tickets"."id" = $;
select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "ticket_articles"."ticket_id" and ("ticket_articles"."internal" = $ and ("its_ticket"."customer_id" = $
  or "its_ticket"."organization_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)));
select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "time_accountings"."ticket_id" and 1 = 0;

-- GET /api/v1/ticket_articles?full=true
select "far"."ticket_id", "far"."id" as "far_id"
  from "time_accountings" as "far"
  where "far"."ticket_id" = "tickets"."id"
  order by "far"."id";
select "ticket_article_id", "time_unit"
  from "time_accountings"
  where "ticket_article_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id);
select "ticket_articles"."id", …, "ticket_articles"."origin_by_id"
  from "ticket_articles"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "ticket_articles"."ticket_id" and "its_ticket"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "ticket_articles"."id" >= $
  order by "ticket_articles"."id"
  limit $ offset $;
select "tickets"."id", …, "tickets"."updated_at", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "ticket_articles" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related") as "article_ids", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "time_accountings" as "far"
  where "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related") as "ticket_time_accounting_ids"
  from "tickets"
  where "tickets"."id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id) and "tickets"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)
  order by "tickets"."id";
select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "time_accountings" as "far"
  where "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related";
select count(*) as "count"
  from "ticket_articles"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "ticket_articles"."ticket_id" and "its_ticket"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id));
select max("id") as "id"
  from "ticket_articles";

-- GET /api/v1/tag_list
select id, name, count
  from ( select id, name, (select count(*)
  from tickets_tags
  where tag_id = tags.id) as count
  from tags ) listed
  where true and true
  order by "name" collate "C" asc, "id" asc
  limit $ offset $;
select count(*) as total
  from tags
  where true;

-- GET /api/v1/tags?object=Ticket&o_id=2, as rita
select "tags"."name"
  from "tickets_tags"
  inner join "tags" on "tags"."id" = "tickets_tags"."tag_id"
  where "tickets_tags"."ticket_id" = $
  order by "tags"."id";

-- GET /api/v1/tickets/search?query=printer, as rita
select "name", "value"
  from "settings"
  where "name" like $;
select "rowid" as "id"
  from "groups_text"
  where "groups_text"."lexemes" @@ $::tsquery
  limit $;
select "rowid" as "id"
  from "organizations_text"
  where "organizations_text"."lexemes" @@ $::tsquery
  limit $;
select "rowid" as "id"
  from "users_text"
  where ("users_text"."lexemes" @@ $::tsquery and ("users_text"."lexemes" @@ $::tsquery and greatest(coalesce(position($ in "users_text"."fullname"), 0), coalesce(position($ in "users_text"."firstname"), 0), coalesce(position($ in "users_text"."lastname"), 0), coalesce(position($ in "users_text"."login"), 0), coalesce(position($ in "users_text"."email"), 0)) > 0))
  limit $;
select "tickets"."id", …, "tickets"."updated_at", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "ticket_articles" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related") as "article_ids", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "time_accountings" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related") as "ticket_time_accounting_ids"
  from "tickets"
  where "tickets"."id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)
  order by "tickets"."updated_at" desc, "tickets"."id" desc;
select (select updated_at
  from tickets
  order by updated_at desc, id desc
  limit 1 offset 0), (select updated_at
  from tickets
  order by updated_at desc, id desc
  limit 1 offset 500), (select updated_at
  from tickets
  order by updated_at desc, id desc
  limit 1 offset 4000);
with hits as materialized ((select *
  from ((select newest.change as key, newest.updated_at as time, newest.id
  from "tickets" as newest
  where newest.updated_at >= $::timestamptz and case when exists (select 1
  from "tickets_text" as text
  where text.rowid = newest.change and "text"."lexemes" @@ $::tsquery ) then 1 else 0 end = 1
  order by newest.updated_at desc, newest.id desc
  limit $)
  union all (select text.rowid as key, text.sort_time as time, text.sort_id as id
  from "tickets_text" as text
  where "text"."lexemes" @@ $::tsquery and text.sort_time < $::timestamptz
  order by text.sort_time desc, text.sort_id desc
  limit $)) as steps
  limit $)) select (select count(*)
  from hits) as count, (select min(key)
  from hits) as oldest, (select max(change)
  from "tickets") as top, (select jsonb_agg(found.id)
  from ( select id
  from hits
  order by time desc, id desc
  limit $ offset $) as found) as ids;

-- GET /api/v1/tickets/search?query=printer, as nils
select "far"."organization_id", "far"."id" as "far_id"
  from "users" as "far"
  where ("far"."id" = $
  or "far"."organization_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "far"."organization_id" = "organizations"."id"
  order by "far"."id";
select "far"."ticket_id", "far"."id" as "far_id"
  from "ticket_articles" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and ("far"."internal" = $ and ("its_ticket"."customer_id" = $
  or "its_ticket"."organization_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)))) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id";
select "far"."ticket_id", "far"."id" as "far_id"
  from "time_accountings" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and 1 = 0) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id";
select "groups"."id", …, "groups"."updated_at", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."group_id", "pair"."user_id" as "far_id"
  from "users" as "far"
  inner join "groups_users" as "pair" on "pair"."user_id" = "far"."id"
  where ("far"."id" = $
  or "far"."organization_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "pair"."group_id" = "groups"."id"
  order by "pair"."user_id") as "related") as "user_ids"
  from "groups"
  where "groups"."id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)
  order by "groups"."id";
select "id"
  from "organizations"
  where (("organizations"."id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id) and "organizations"."id" in (select "rowid" as "id"
  from "organizations_text"
  where "organizations_text"."lexemes" @@ $::tsquery))
  or (not coalesce("organizations"."id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id), $) and "organizations"."id" in (select "rowid" as "id"
  from "organizations_text"
  where "organizations_text"."lexemes" @@ $::tsquery)))
  limit $;
select "id"
  from "users"
  where (("users"."id" = $ and "users"."id" in (select "rowid" as "id"
  from "users_text"
  where ("users_text"."lexemes" @@ $::tsquery and ("users_text"."lexemes" @@ $::tsquery and greatest(coalesce(position($ in "users_text"."fullname"), 0), coalesce(position($ in "users_text"."firstname"), 0), coalesce(position($ in "users_text"."lastname"), 0), coalesce(position($ in "users_text"."login"), 0), coalesce(position($ in "users_text"."email"), 0)) > 0))))
  or (trim(coalesce("users"."firstname", '') || coalesce("users"."lastname", '')) <> '' and not coalesce("users"."id" = $, $) and "users"."id" in (select "rowid" as "id"
  from "users_text"
  where "users_text"."lexemes" @@ $::tsquery))
  or (not coalesce(("users"."id" = $
  or trim(coalesce("users"."firstname", '') || coalesce("users"."lastname", '')) <> ''), $) and "users"."id" in (select "rowid" as "id"
  from "users_text"
  where "users_text"."lexemes" @@ $::tsquery)))
  limit $;
select "organizations"."id", …, "organizations"."updated_at", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select "far"."organization_id", "far"."id" as "far_id"
  from "users" as "far"
  where ("far"."id" = $
  or "far"."organization_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "far"."organization_id" = "organizations"."id"
  order by "far"."id") as "related") as "member_ids", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."organization_id", "pair"."user_id" as "far_id"
  from "users" as "far"
  inner join "organizations_users" as "pair" on "pair"."user_id" = "far"."id"
  where ("far"."id" = $
  or "far"."organization_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "pair"."organization_id" = "organizations"."id"
  order by "pair"."user_id") as "related") as "secondary_member_ids"
  from "organizations"
  where "organizations"."id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)
  order by "organizations"."id";
select "rowid" as "id"
  from "organizations_text"
  where "organizations_text"."lexemes" @@ $::tsquery;
select "rowid" as "id"
  from "users_text"
  where "users_text"."lexemes" @@ $::tsquery;
select "rowid" as "id"
  from "users_text"
  where ("users_text"."lexemes" @@ $::tsquery and ("users_text"."lexemes" @@ $::tsquery and greatest(coalesce(position($ in "users_text"."fullname"), 0), coalesce(position($ in "users_text"."firstname"), 0), coalesce(position($ in "users_text"."lastname"), 0), coalesce(position($ in "users_text"."login"), 0), coalesce(position($ in "users_text"."email"), 0)) > 0));
select "tickets"."id", …, "tickets"."article_count" - "tickets"."internal_article_count" as "article_count", "tickets"."escalation_at", …, "tickets"."updated_at", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "ticket_articles" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and ("far"."internal" = $ and ("its_ticket"."customer_id" = $
  or "its_ticket"."organization_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)))) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related") as "article_ids", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "time_accountings" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and 1 = 0) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related") as "ticket_time_accounting_ids"
  from "tickets"
  where "tickets"."id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)
  order by "tickets"."updated_at" desc, "tickets"."id" desc;
select "users"."id", "users"."organization_id", case when "users"."id" in ($, 1) then "users"."login" else trim(coalesce("users"."firstname", '') || ' ' || coalesce("users"."lastname", '')) end as "login", "users"."firstname", "users"."lastname", case "users"."id" when $ then "users"."fullname" when 1 then '' else trim(coalesce("users"."firstname", '') || ' ' || coalesce("users"."lastname", '')) end as "fullname", "users"."email", …, "users"."updated_at", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."user_id", "pair"."role_id" as "far_id"
  from "roles_users" as "pair"
  where "pair"."user_id" = "users"."id"
  order by "pair"."role_id") as "related") as "role_ids", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."user_id", "pair"."organization_id" as "far_id"
  from "organizations" as "far"
  inner join "organizations_users" as "pair" on "pair"."organization_id" = "far"."id"
  where "far"."id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id) and "pair"."user_id" = "users"."id"
  order by "pair"."organization_id") as "related") as "organization_ids", (select concat('{', string_agg(concat('"', "related"."far_id", '":', "related"."levels"), ','), '}') as "list"
  from (select "related"."far_id", concat('[', string_agg(to_json("related"."access")::text, ','), ']') as "levels"
  from (select distinct "pair"."user_id", "pair"."group_id" as "far_id", "pair"."access"
  from "groups_users" as "pair"
  where ("pair"."user_id" = "users"."id" and (exists (select 1
  from users
  where users.id = pair.user_id and users.active) and exists (select 1
  from roles_users u join roles r on r.id = u.role_id join permissions_roles pr on pr.role_id = r.id join permissions p on p.id = pr.permission_id
  where u.user_id = "pair"."user_id" and r.active = true and p.active = true and p.name in ('ticket', 'ticket.agent'))))
  order by "pair"."group_id", "pair"."access") as "related"
  group by "related"."far_id"
  order by "related"."far_id") as "related") as "group_ids"
  from "users"
  where "users"."id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)
  order by "users"."id";
select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and ("far"."internal" = $ and ("its_ticket"."customer_id" = $
  or "its_ticket"."organization_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)));
select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and 1 = 0;
select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select "far"."organization_id", "far"."id" as "far_id"
  from "users" as "far"
  where ("far"."id" = $
  or "far"."organization_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "far"."organization_id" = "organizations"."id"
  order by "far"."id") as "related";
select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "ticket_articles" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and ("far"."internal" = $ and ("its_ticket"."customer_id" = $
  or "its_ticket"."organization_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)))) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related";
select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "time_accountings" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and 1 = 0) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related";
select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."group_id", "pair"."user_id" as "far_id"
  from "users" as "far"
  inner join "groups_users" as "pair" on "pair"."user_id" = "far"."id"
  where ("far"."id" = $
  or "far"."organization_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "pair"."group_id" = "groups"."id"
  order by "pair"."user_id") as "related";
select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."organization_id", "pair"."user_id" as "far_id"
  from "users" as "far"
  inner join "organizations_users" as "pair" on "pair"."user_id" = "far"."id"
  where ("far"."id" = $
  or "far"."organization_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "pair"."organization_id" = "organizations"."id"
  order by "pair"."user_id") as "related";
select distinct "pair"."group_id", "pair"."user_id" as "far_id"
  from "users" as "far"
  inner join "groups_users" as "pair" on "pair"."user_id" = "far"."id"
  where ("far"."id" = $
  or "far"."organization_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "pair"."group_id" = "groups"."id"
  order by "pair"."user_id";
select distinct "pair"."organization_id", "pair"."user_id" as "far_id"
  from "users" as "far"
  inner join "organizations_users" as "pair" on "pair"."user_id" = "far"."id"
  where ("far"."id" = $
  or "far"."organization_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "pair"."organization_id" = "organizations"."id"
  order by "pair"."user_id";
with hits as materialized ((select *
  from ((select newest.change as key, newest.updated_at as time, newest.id
  from "tickets" as newest
  where newest.updated_at >= $::timestamptz and case when exists (select 1
  from "tickets_text" as text
  where text.rowid = newest.change and ("text"."lexemes" @@ $::tsquery and ("text"."lexemes" @@ $::tsquery and ("text"."lexemes" @@ $::tsquery and greatest(coalesce(position($ in "text"."number"), 0), coalesce(position($ in "text"."title"), 0), coalesce(position($ in "text"."note"), 0), coalesce(position($ in "text"."tags"), 0), coalesce(position($ in "text"."article_subject"), 0), coalesce(position($ in "text"."article_from"), 0), coalesce(position($ in "text"."article_to"), 0), coalesce(position($ in "text"."article_cc"), 0), coalesce(position($ in "text"."article_body"), 0), coalesce(position($ in "text"."article_attachment"), 0)) > 0))) ) then 1 else 0 end = 1
  order by newest.updated_at desc, newest.id desc
  limit $)
  union all (select text.rowid as key, text.sort_time as time, text.sort_id as id
  from "tickets_text" as text
  where ("text"."lexemes" @@ $::tsquery and ("text"."lexemes" @@ $::tsquery and ("text"."lexemes" @@ $::tsquery and greatest(coalesce(position($ in "text"."number"), 0), coalesce(position($ in "text"."title"), 0), coalesce(position($ in "text"."note"), 0), coalesce(position($ in "text"."tags"), 0), coalesce(position($ in "text"."article_subject"), 0), coalesce(position($ in "text"."article_from"), 0), coalesce(position($ in "text"."article_to"), 0), coalesce(position($ in "text"."article_cc"), 0), coalesce(position($ in "text"."article_body"), 0), coalesce(position($ in "text"."article_attachment"), 0)) > 0))) and text.sort_time < $::timestamptz
  order by text.sort_time desc, text.sort_id desc
  limit $)) as steps
  limit $)) select (select count(*)
  from hits) as count, (select min(key)
  from hits) as oldest, (select max(change)
  from "tickets") as top, (select jsonb_agg(found.id)
  from ( select id
  from hits
  order by time desc, id desc
  limit $ offset $) as found) as ids;

-- GET /api/v1/tickets/search?query=customer.fullname:Nils&full=true, as rita
select "rowid" as "id"
  from "users_text"
  where "users_text"."lexemes" @@ $::tsquery
  limit $;

-- GET /api/v1/tickets/search?query=state:open AND title:"label printer", as rita
select "rowid" as "id"
  from "ticket_states_text"
  where "ticket_states_text"."lexemes" @@ $::tsquery
  limit $;
with hits as materialized ((select *
  from ((select newest.change as key, newest.updated_at as time, newest.id
  from "tickets" as newest
  where newest.updated_at >= $::timestamptz and case when exists (select 1
  from "tickets_text" as text
  where text.rowid = newest.change and ("text"."lexemes" @@ $::tsquery and ("text"."lexemes" @@ $::tsquery and "text"."lexemes" @@ $::tsquery and ("text"."lexemes" @@ $::tsquery and greatest(coalesce(position($ in "text"."title"), 0)) > 0))) ) then 1 else 0 end = 1
  order by newest.updated_at desc, newest.id desc
  limit $)
  union all (select text.rowid as key, text.sort_time as time, text.sort_id as id
  from "tickets_text" as text
  where ("text"."lexemes" @@ $::tsquery and ("text"."lexemes" @@ $::tsquery and "text"."lexemes" @@ $::tsquery and ("text"."lexemes" @@ $::tsquery and greatest(coalesce(position($ in "text"."title"), 0)) > 0))) and text.sort_time < $::timestamptz
  order by text.sort_time desc, text.sort_id desc
  limit $)) as steps
  limit $)) select (select count(*)
  from hits) as count, (select min(key)
  from hits) as oldest, (select max(change)
  from "tickets") as top, (select jsonb_agg(found.id)
  from ( select id
  from hits
  order by time desc, id desc
  limit $ offset $) as found) as ids;

-- GET /api/v1/tickets/search?query=toner&only_total_count=true, as rita
select "rowid" as "id"
  from "tickets_text"
  where "tickets_text"."lexemes" @@ $::tsquery;
select count(*) as "count"
  from (select "rowid" as "id"
  from "tickets_text"
  where "tickets_text"."lexemes" @@ $::tsquery) as "hits";

-- GET /api/v1/tickets/search?query=printer&sort_by=relevance, as rita
select "rowid", -((select $::float8 * frequency * 2.2 / (frequency + 1.2 * (0.25 + 0.75 * ("tickets_text"."word_count" / $::float8)))
  from (select (8 * coalesce((select (char_length(words) - char_length(replace(words, $::text, ''))) / 9
  from (select replace("tickets_text"."number", ' ', ' ') as words offset 0) as spaced), 0) + 8 * coalesce((select (char_length(words) - char_length(replace(words, $::text, ''))) / 9
  from (select replace("tickets_text"."title", ' ', ' ') as words offset 0) as spaced), 0) + 1 * coalesce((select (char_length(words) - char_length(replace(words, $::text, ''))) / 9
  from (select replace("tickets_text"."note", ' ', ' ') as words offset 0) as spaced), 0) + 4 * coalesce((select (char_length(words) - char_length(replace(words, $::text, ''))) / 9
  from (select replace("tickets_text"."tags", ' ', ' ') as words offset 0) as spaced), 0) + 2 * coalesce((select (char_length(words) - char_length(replace(words, $::text, ''))) / 9
  from (select replace("tickets_text"."article_subject", ' ', ' ') as words offset 0) as spaced), 0) + 1 * coalesce((select (char_length(words) - char_length(replace(words, $::text, ''))) / 9
  from (select replace("tickets_text"."article_from", ' ', ' ') as words offset 0) as spaced), 0) + 1 * coalesce((select (char_length(words) - char_length(replace(words, $::text, ''))) / 9
  from (select replace("tickets_text"."article_to", ' ', ' ') as words offset 0) as spaced), 0) + 1 * coalesce((select (char_length(words) - char_length(replace(words, $::text, ''))) / 9
  from (select replace("tickets_text"."article_cc", ' ', ' ') as words offset 0) as spaced), 0) + 1 * coalesce((select (char_length(words) - char_length(replace(words, $::text, ''))) / 9
  from (select replace("tickets_text"."article_body", ' ', ' ') as words offset 0) as spaced), 0) + 1 * coalesce((select (char_length(words) - char_length(replace(words, $::text, ''))) / 9
  from (select replace("tickets_text"."article_attachment", ' ', ' ') as words offset 0) as spaced), 0) + 2 * coalesce((select (char_length(words) - char_length(replace(words, $::text, ''))) / 9
  from (select replace("tickets_text"."internal_subject", ' ', ' ') as words offset 0) as spaced), 0) + 1 * coalesce((select (char_length(words) - char_length(replace(words, $::text, ''))) / 9
  from (select replace("tickets_text"."internal_from", ' ', ' ') as words offset 0) as spaced), 0) + 1 * coalesce((select (char_length(words) - char_length(replace(words, $::text, ''))) / 9
  from (select replace("tickets_text"."internal_to", ' ', ' ') as words offset 0) as spaced), 0) + 1 * coalesce((select (char_length(words) - char_length(replace(words, $::text, ''))) / 9
  from (select replace("tickets_text"."internal_cc", ' ', ' ') as words offset 0) as spaced), 0) + 1 * coalesce((select (char_length(words) - char_length(replace(words, $::text, ''))) / 9
  from (select replace("tickets_text"."internal_body", ' ', ' ') as words offset 0) as spaced), 0) + 1 * coalesce((select (char_length(words) - char_length(replace(words, $::text, ''))) / 9
  from (select replace("tickets_text"."internal_attachment", ' ', ' ') as words offset 0) as spaced), 0))::float8 as frequency offset 0) as phrase)) as "score"
  from "tickets_text"
  where ("tickets_text"."lexemes" @@ $::tsquery and "tickets_text"."rowid" >= cast($ as integer) and "tickets_text"."rowid" <= cast($ as integer) and "tickets_text"."rowid" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id) and exists (select 1
  from "tickets" as row
  where "row"."change" = "tickets_text"."rowid" and "row"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)));
select "tickets"."id", …, "tickets"."updated_at", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "ticket_articles" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related") as "article_ids", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "time_accountings" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related") as "ticket_time_accounting_ids", "tickets"."change" as "key"
  from "tickets"
  where "tickets"."change" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id);
select count(*)
  from "tickets_text" as text
  where "text"."lexemes" @@ $::tsquery;
select count(*), greatest(avg(word_count), 1)
  from "tickets_text";
select key
  from ((select *
  from ((select newest.change as key, newest.updated_at as time, newest.id
  from "tickets" as newest
  where newest.updated_at >= $::timestamptz and case when exists (select 1
  from "tickets_text" as text
  where text.rowid = newest.change and "text"."lexemes" @@ $::tsquery ) then 1 else 0 end = 1
  order by newest.updated_at desc, newest.id desc
  limit $)
  union all (select text.rowid as key, text.sort_time as time, text.sort_id as id
  from "tickets_text" as text
  where "text"."lexemes" @@ $::tsquery and text.sort_time < $::timestamptz
  order by text.sort_time desc, text.sort_id desc
  limit $)) as steps
  limit $)) as hits
  order by time desc, id desc;

-- GET /api/v1/users/search?query=nils
select "users"."id"
  from "users"
  where ("users"."id" in (select "rowid" as "id"
  from "users_text"
  where "users_text"."lexemes" @@ $::tsquery) and "users"."id" <> 1)
  order by "users"."updated_at" desc, "users"."id" desc
  limit $ offset $;
select "users"."id", …, "users"."updated_at"
  from "users"
  where "users"."id" in (select "users"."id"
  from "users"
  where ("users"."id" in (select "rowid" as "id"
  from "users_text"
  where "users_text"."lexemes" @@ $::tsquery) and "users"."id" <> 1)
  order by "users"."updated_at" desc, "users"."id" desc
  limit $ offset $)
  order by "users"."updated_at" desc, "users"."id" desc;

-- GET /api/v1/ticket_overviews?view=my_assigned, as rita
select "id"
  from "tickets"
  where "change" in (select key
  from hits)
  order by "tickets"."created_at" asc, "tickets"."id" asc
  limit $ offset $;
select "id"
  from "users"
  where "out_of_office_replacement_id" = $ and "out_of_office" = $ and "out_of_office_start_at" <= $ and "out_of_office_end_at" >= $;
select "overview_id"
  from "overviews_groups";
select "overview_id"
  from "overviews_groups"
  where "overviews_groups"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id);
select "overview_id"
  from "overviews_users";
select "overview_id"
  from "overviews_users"
  where "overviews_users"."user_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id);
select "overviews"."id", …, "overviews"."updated_at"
  from "overviews"
  where ("overviews"."active" = $ and "overviews"."id" in (select "overviews_roles"."overview_id"
  from "overviews_roles"
  inner join "roles_users" on "roles_users"."role_id" = "overviews_roles"."role_id"
  inner join "roles" on "roles"."id" = "roles_users"."role_id"
  where "roles_users"."user_id" = $ and "roles"."active" = $) and ("overviews"."id" not in (select "overview_id"
  from "overviews_users")
  or "overviews"."id" in (select "overview_id"
  from "overviews_users"
  where "overviews_users"."user_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id))) and ("overviews"."id" not in (select "overview_id"
  from "overviews_groups")
  or "overviews"."id" in (select "overview_id"
  from "overviews_groups"
  where "overviews_groups"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)))) and "overviews"."id" in ($);
select "overviews_roles"."overview_id"
  from "overviews_roles"
  inner join "roles_users" on "roles_users"."role_id" = "overviews_roles"."role_id"
  inner join "roles" on "roles"."id" = "roles_users"."role_id"
  where "roles_users"."user_id" = $ and "roles"."active" = $;
select "own"."id", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."overview_id", "pair"."role_id" as "far_id"
  from "overviews_roles" as "pair"
  where "pair"."overview_id" = "own"."id"
  order by "pair"."role_id") as "related") as "roles", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."overview_id", "pair"."user_id" as "far_id"
  from "overviews_users" as "pair"
  where "pair"."overview_id" = "own"."id"
  order by "pair"."user_id") as "related") as "users", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."overview_id", "pair"."group_id" as "far_id"
  from "overviews_groups" as "pair"
  where "pair"."overview_id" = "own"."id"
  order by "pair"."group_id") as "related") as "groups"
  from "overviews" as "own"
  where "own"."id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id);
select "preferences"
  from "users"
  where "id" = $;
select "ticket_states"."id", …, "ticket_states"."updated_at"
  from "ticket_states"
  where "ticket_states"."id" in ($);
select "tickets"."id", …, "tickets"."updated_at", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "ticket_articles" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related") as "article_ids", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "time_accountings" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related") as "ticket_time_accounting_ids"
  from "tickets"
  where "tickets"."id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)
  order by "tickets"."created_at" asc, "tickets"."id" asc;
select *
  from "overviews"
  where ("overviews"."active" = $ and "overviews"."id" in (select "overviews_roles"."overview_id"
  from "overviews_roles"
  inner join "roles_users" on "roles_users"."role_id" = "overviews_roles"."role_id"
  inner join "roles" on "roles"."id" = "roles_users"."role_id"
  where "roles_users"."user_id" = $ and "roles"."active" = $) and ("overviews"."id" not in (select "overview_id"
  from "overviews_users")
  or "overviews"."id" in (select "overview_id"
  from "overviews_users"
  where "overviews_users"."user_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id))) and ("overviews"."id" not in (select "overview_id"
  from "overviews_groups")
  or "overviews"."id" in (select "overview_id"
  from "overviews_groups"
  where "overviews_groups"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)))) and ("overviews"."active" = $ and "overviews"."id" in (select "overviews_roles"."overview_id"
  from "overviews_roles"
  inner join "roles_users" on "roles_users"."role_id" = "overviews_roles"."role_id"
  inner join "roles" on "roles"."id" = "roles_users"."role_id"
  where "roles_users"."user_id" = $ and "roles"."active" = $) and ("overviews"."id" not in (select "overview_id"
  from "overviews_users")
  or "overviews"."id" in (select "overview_id"
  from "overviews_users"
  where "overviews_users"."user_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id))) and ("overviews"."id" not in (select "overview_id"
  from "overviews_groups")
  or "overviews"."id" in (select "overview_id"
  from "overviews_groups"
  where "overviews_groups"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id))))
  order by "prio", "id";
select *
  from "saved_views"
  where "saved_views"."user_id" = $
  order by "prio", "id";
select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."overview_id", "pair"."group_id" as "far_id"
  from "overviews_groups" as "pair"
  where "pair"."overview_id" = "own"."id"
  order by "pair"."group_id") as "related";
select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."overview_id", "pair"."role_id" as "far_id"
  from "overviews_roles" as "pair"
  where "pair"."overview_id" = "own"."id"
  order by "pair"."role_id") as "related";
select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."overview_id", "pair"."user_id" as "far_id"
  from "overviews_users" as "pair"
  where "pair"."overview_id" = "own"."id"
  order by "pair"."user_id") as "related";
select distinct "pair"."overview_id", "pair"."group_id" as "far_id"
  from "overviews_groups" as "pair"
  where "pair"."overview_id" = "own"."id"
  order by "pair"."group_id";
select distinct "pair"."overview_id", "pair"."role_id" as "far_id"
  from "overviews_roles" as "pair"
  where "pair"."overview_id" = "own"."id"
  order by "pair"."role_id";
select distinct "pair"."overview_id", "pair"."user_id" as "far_id"
  from "overviews_users" as "pair"
  where "pair"."overview_id" = "own"."id"
  order by "pair"."user_id";
with hits as materialized ((select *
  from ((select newest.change as key, newest.updated_at as time, newest.id
  from "tickets" as newest
  where newest.updated_at >= $::timestamptz and case when exists (select 1
  from "tickets_text" as text
  where text.rowid = newest.change and "text"."lexemes" @@ $::tsquery ) then 1 else 0 end = 1
  order by newest.updated_at desc, newest.id desc
  limit $)
  union all (select text.rowid as key, text.sort_time as time, text.sort_id as id
  from "tickets_text" as text
  where "text"."lexemes" @@ $::tsquery and text.sort_time < $::timestamptz
  order by text.sort_time desc, text.sort_id desc
  limit $)) as steps
  limit $)) select case when (select count(*)
  from hits) <= $ then array((select "id"
  from "tickets"
  where "change" in (select key
  from hits)
  order by "tickets"."created_at" asc, "tickets"."id" asc
  limit $ offset $)) end as ids, (select count(*)
  from hits) as count, (select min(key)
  from hits) as oldest, (select max(change)
  from "tickets") as top;

-- GET /api/v1/ticket_overviews?view=my_organization_tickets, as nils
select "id"
  from "tickets"
  where "change" in (select key
  from hits)
  order by "tickets"."created_at" desc, "tickets"."id" desc
  limit $ offset $;
select "own"."id", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."overview_id", "pair"."role_id" as "far_id"
  from "overviews_roles" as "pair"
  where "pair"."overview_id" = "own"."id"
  order by "pair"."role_id") as "related") as "roles", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."overview_id", "pair"."user_id" as "far_id"
  from "users" as "far"
  inner join "overviews_users" as "pair" on "pair"."user_id" = "far"."id"
  where ("far"."id" = $
  or "far"."organization_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "pair"."overview_id" = "own"."id"
  order by "pair"."user_id") as "related") as "users", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."overview_id", "pair"."group_id" as "far_id"
  from "overviews_groups" as "pair"
  where "pair"."overview_id" = "own"."id"
  order by "pair"."group_id") as "related") as "groups"
  from "overviews" as "own"
  where "own"."id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id);
select "ticket_states"."id", …, "ticket_states"."updated_at"
  from "ticket_states"
  where "ticket_states"."id" in ($, $);
select "tickets"."id", …, "tickets"."article_count" - "tickets"."internal_article_count" as "article_count", "tickets"."escalation_at", …, "tickets"."updated_at", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "ticket_articles" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and ("far"."internal" = $ and ("its_ticket"."customer_id" = $
  or "its_ticket"."organization_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)))) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related") as "article_ids", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "time_accountings" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and 1 = 0) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related") as "ticket_time_accounting_ids"
  from "tickets"
  where "tickets"."id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)
  order by "tickets"."created_at" desc, "tickets"."id" desc;
select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."overview_id", "pair"."user_id" as "far_id"
  from "users" as "far"
  inner join "overviews_users" as "pair" on "pair"."user_id" = "far"."id"
  where ("far"."id" = $
  or "far"."organization_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "pair"."overview_id" = "own"."id"
  order by "pair"."user_id") as "related";
select distinct "pair"."overview_id", "pair"."user_id" as "far_id"
  from "users" as "far"
  inner join "overviews_users" as "pair" on "pair"."user_id" = "far"."id"
  where ("far"."id" = $
  or "far"."organization_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "pair"."overview_id" = "own"."id"
  order by "pair"."user_id";
with hits as materialized ((select *
  from ((select newest.change as key, newest.updated_at as time, newest.id
  from "tickets" as newest
  where newest.updated_at >= $::timestamptz and case when exists (select 1
  from "tickets_text" as text
  where text.rowid = newest.change and "text"."lexemes" @@ $::tsquery ) then 1 else 0 end = 1
  order by newest.updated_at desc, newest.id desc
  limit $)
  union all (select text.rowid as key, text.sort_time as time, text.sort_id as id
  from "tickets_text" as text
  where "text"."lexemes" @@ $::tsquery and text.sort_time < $::timestamptz
  order by text.sort_time desc, text.sort_id desc
  limit $)) as steps
  limit $)) select case when (select count(*)
  from hits) <= $ then array((select "id"
  from "tickets"
  where "change" in (select key
  from hits)
  order by "tickets"."created_at" desc, "tickets"."id" desc
  limit $ offset $)) end as ids, (select count(*)
  from hits) as count, (select min(key)
  from hits) as oldest, (select max(change)
  from "tickets") as top;

-- GET /api/v1/macros, as rita
select "macro_id"
  from "groups_macros";
select "macro_id"
  from "groups_macros"
  where "groups_macros"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id);
select "macros"."id", …, "macros"."updated_at"
  from "macros"
  where ("macros"."id" not in (select "macro_id"
  from "groups_macros")
  or "macros"."id" in (select "macro_id"
  from "groups_macros"
  where "groups_macros"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id))) and "macros"."id" >= $
  order by "macros"."id"
  limit $ offset $;
select "own"."id", (select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."macro_id", "pair"."group_id" as "far_id"
  from "groups_macros" as "pair"
  where "pair"."macro_id" = "own"."id"
  order by "pair"."group_id") as "related") as "groups"
  from "macros" as "own"
  where "own"."id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id);
select concat('[', string_agg("related"."far_id"::text, ','), ']') as "list"
  from (select distinct "pair"."macro_id", "pair"."group_id" as "far_id"
  from "groups_macros" as "pair"
  where "pair"."macro_id" = "own"."id"
  order by "pair"."group_id") as "related";
select count(*) as "count"
  from "macros"
  where ("macros"."id" not in (select "macro_id"
  from "groups_macros")
  or "macros"."id" in (select "macro_id"
  from "groups_macros"
  where "groups_macros"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)));
select distinct "pair"."macro_id", "pair"."group_id" as "far_id"
  from "groups_macros" as "pair"
  where "pair"."macro_id" = "own"."id"
  order by "pair"."group_id";
select max("id") as "id"
  from "macros";

-- GET /api/v1/checklists, as rita
select "checklists"."id", "checklists"."name", "checklists"."ticket_id", "checklists"."updated_by_id", "checklists"."created_by_id", "checklists"."created_at", "checklists"."updated_at"
  from "checklists"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "checklists"."ticket_id" and "its_ticket"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id)) and "checklists"."id" >= $
  order by "checklists"."id"
  limit $ offset $;
select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "checklists"."ticket_id" and "its_ticket"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id);
select count(*) as "count"
  from "checklists"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "checklists"."ticket_id" and "its_ticket"."group_id" in (select unnest((select translate($::text, '[]', '{}'))::bigint[]) as id));
select max("id") as "id"
  from "checklists";

-- Statements that the service runs on sqlite. Derived by `npm run derive`: change the code, not this file.

-- GET /api/v1/users/me
select "id", "user_id", "hash", "preferences", "expires_at", "last_used_at", (select value
  from settings
  where name = ?) as "token_access", (select value
  from settings
  where name = ?) as "maintenance_mode"
  from "tokens"
  where "hash" = ? and "action" = ?;
select "login", "active", (select count(*) as "count"
  from "groups") as "all_groups", (select "value"
  from "settings"
  where "name" = ?) as "attributes", (select json_group_array("id") as "ids"
  from "organizations"
  where "id" in (select "organization_id"
  from "users"
  where "id" = ?
  union all select "organization_id"
  from "organizations_users"
  where "user_id" = ?)) as "organizations", (select json_group_array("id") as "ids"
  from "organizations"
  where "id" in (select "organization_id"
  from "users"
  where "id" = ?
  union all select "organization_id"
  from "organizations_users"
  where "user_id" = ?) and "shared" = ?) as "shared", (select json_group_array("name") as "names"
  from (select distinct "permissions"."name"
  from "roles_users"
  inner join "roles" on "roles"."id" = "roles_users"."role_id"
  inner join "permissions_roles" on "permissions_roles"."role_id" = "roles"."id"
  inner join "permissions" on "permissions"."id" = "permissions_roles"."permission_id"
  where "roles_users"."user_id" = ? and "roles"."active" = ? and "permissions"."active" = ?) as "granted") as "permissions", (select json_group_array(group_id || ' ' || access) as "pairs"
  from (select "group_id", "access"
  from "groups_users"
  where "user_id" = ? union select "groups_roles"."group_id", "groups_roles"."access"
  from "roles_users"
  inner join "roles" on "roles"."id" = "roles_users"."role_id"
  inner join "groups_roles" on "groups_roles"."role_id" = "roles"."id"
  where "roles_users"."user_id" = ? and "roles"."active" = ?) as "given") as "groups"
  from "users"
  where "users"."id" = ?;
select "related"."far_id", json_group_array("related"."access") as "levels"
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
select "users"."id", concat('{"id":', "users"."id", ',"organization_id":', ifnull("users"."organization_id", 'null'), ',"login":', json_quote("users"."login"), ',"firstname":', json_quote("users"."firstname"), ',"lastname":', json_quote("users"."lastname"), ',"fullname":', json_quote("users"."fullname"), ',"email":', json_quote("users"."email"), ',"image":', json_quote("users"."image"), ',"image_source":', json_quote("users"."image_source"), ',"web":', json_quote("users"."web"), ',"phone":', json_quote("users"."phone"), ',"fax":', json_quote("users"."fax"), ',"mobile":', json_quote("users"."mobile"), ',"department":', json_quote("users"."department"), ',"street":', json_quote("users"."street"), ',"zip":', json_quote("users"."zip"), ',"city":', json_quote("users"."city"), ',"country":', json_quote("users"."country"), ',"address":', json_quote("users"."address"), ',"vip":', case "users"."vip" when 1 then 'true' when 0 then 'false' else 'null' end, ',"verified":', case "users"."verified" when 1 then 'true' when 0 then 'false' else 'null' end, ',"active":', case "users"."active" when 1 then 'true' when 0 then 'false' else 'null' end, ',"note":', json_quote("users"."note"), ',"last_login":', json_quote("users"."last_login"), ',"source":', json_quote("users"."source"), ',"login_failed":', ifnull("users"."login_failed", 'null'), ',"out_of_office":', case "users"."out_of_office" when 1 then 'true' when 0 then 'false' else 'null' end, ',"out_of_office_start_at":', json_quote("users"."out_of_office_start_at"), ',"out_of_office_end_at":', json_quote("users"."out_of_office_end_at"), ',"out_of_office_replacement_id":', ifnull("users"."out_of_office_replacement_id", 'null'), ',"preferences":', ifnull("users"."preferences", 'null'), ',"updated_by_id":', ifnull("users"."updated_by_id", 'null'), ',"created_by_id":', ifnull("users"."created_by_id", 'null'), ',"created_at":', json_quote("users"."created_at"), ',"updated_at":', json_quote("users"."updated_at"), ',"role_ids":', ifnull((select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."user_id", "pair"."role_id" as "far_id"
  from "roles_users" as "pair"
  where "pair"."user_id" = "users"."id"
  order by "pair"."role_id") as "related"), 'null'), ',"organization_ids":', ifnull((select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."user_id", "pair"."organization_id" as "far_id"
  from "organizations_users" as "pair"
  where "pair"."user_id" = "users"."id"
  order by "pair"."organization_id") as "related"), 'null'), ',"group_ids":', ifnull((select json_group_object("related"."far_id", json("related"."levels")) as "list"
  from (select "related"."far_id", json_group_array("related"."access") as "levels"
  from (select distinct "pair"."user_id", "pair"."group_id" as "far_id", "pair"."access"
  from "groups_users" as "pair"
  where ("pair"."user_id" = "users"."id" and (exists (select 1
  from users
  where users.id = pair.user_id and users.active) and exists (select 1
  from roles_users u join roles r on r.id = u.role_id join permissions_roles pr on pr.role_id = r.id join permissions p on p.id = pr.permission_id
  where u.user_id = "pair"."user_id" and r.active = true and p.active = true and p.name in ('ticket', 'ticket.agent'))))
  order by "pair"."group_id", "pair"."access") as "related"
  group by "related"."far_id"
  order by "related"."far_id") as "related"), 'null'), ',"two_factor_preference_ids":', ifnull('[]', 'null'), ',"authorization_ids":', ifnull('[]', 'null'), ',"overview_sorting_ids":', ifnull('[]', 'null'), '}') as "*ids"
  from "users"
  where "users"."id" = ?;
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
select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."user_id", "pair"."organization_id" as "far_id"
  from "organizations_users" as "pair"
  where "pair"."user_id" = "users"."id"
  order by "pair"."organization_id") as "related";
select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."user_id", "pair"."role_id" as "far_id"
  from "roles_users" as "pair"
  where "pair"."user_id" = "users"."id"
  order by "pair"."role_id") as "related";
select json_group_object("related"."far_id", json("related"."levels")) as "list"
  from (select "related"."far_id", json_group_array("related"."access") as "levels"
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

-- GET /api/v1/users/me, as nils
select "users"."id", "users"."organization_id", case when "users"."id" in (?, 1) then "users"."login" else trim(coalesce("users"."firstname", '') || ' ' || coalesce("users"."lastname", '')) end as "login", "users"."firstname", "users"."lastname", case "users"."id" when ? then "users"."fullname" when 1 then '' else trim(coalesce("users"."firstname", '') || ' ' || coalesce("users"."lastname", '')) end as "fullname", "users"."email", …, "users"."updated_at", (select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."user_id", "pair"."role_id" as "far_id"
  from "roles_users" as "pair"
  where "pair"."user_id" = "users"."id"
  order by "pair"."role_id") as "related") as "role_ids", (select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."user_id", "pair"."organization_id" as "far_id"
  from "organizations" as "far"
  inner join "organizations_users" as "pair" on "pair"."organization_id" = "far"."id"
  where "far"."id" in (select value as id
  from json_each(?)) and "pair"."user_id" = "users"."id"
  order by "pair"."organization_id") as "related") as "organization_ids", (select json_group_object("related"."far_id", json("related"."levels")) as "list"
  from (select "related"."far_id", json_group_array("related"."access") as "levels"
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
  where ("users"."id" = ?
  or "users"."organization_id" in (select value as id
  from json_each(?))) and "users"."id" = ?;
select distinct "pair"."user_id", "pair"."organization_id" as "far_id"
  from "organizations" as "far"
  inner join "organizations_users" as "pair" on "pair"."organization_id" = "far"."id"
  where "far"."id" in (select value as id
  from json_each(?)) and "pair"."user_id" = "users"."id"
  order by "pair"."organization_id";
select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."user_id", "pair"."organization_id" as "far_id"
  from "organizations" as "far"
  inner join "organizations_users" as "pair" on "pair"."organization_id" = "far"."id"
  where "far"."id" in (select value as id
  from json_each(?)) and "pair"."user_id" = "users"."id"
  order by "pair"."organization_id") as "related";

-- GET /api/v1/tickets/2, as rita
select "tickets"."id", concat('{"id":', "tickets"."id", ',"group_id":', ifnull("tickets"."group_id", 'null'), ',"priority_id":', ifnull("tickets"."priority_id", 'null'), ',"state_id":', ifnull("tickets"."state_id", 'null'), ',"organization_id":', ifnull("tickets"."organization_id", 'null'), ',"number":', json_quote("tickets"."number"), ',"title":', json_quote("tickets"."title"), ',"owner_id":', ifnull("tickets"."owner_id", 'null'), ',"customer_id":', ifnull("tickets"."customer_id", 'null'), ',"note":', json_quote("tickets"."note"), ',"first_response_at":', json_quote("tickets"."first_response_at"), ',"first_response_escalation_at":', json_quote("tickets"."first_response_escalation_at"), ',"first_response_in_min":', ifnull("tickets"."first_response_in_min", 'null'), ',"first_response_diff_in_min":', ifnull("tickets"."first_response_diff_in_min", 'null'), ',"close_at":', json_quote("tickets"."close_at"), ',"close_escalation_at":', json_quote("tickets"."close_escalation_at"), ',"close_in_min":', ifnull("tickets"."close_in_min", 'null'), ',"close_diff_in_min":', ifnull("tickets"."close_diff_in_min", 'null'), ',"update_escalation_at":', json_quote("tickets"."update_escalation_at"), ',"update_in_min":', ifnull("tickets"."update_in_min", 'null'), ',"update_diff_in_min":', ifnull("tickets"."update_diff_in_min", 'null'), ',"last_close_at":', json_quote("tickets"."last_close_at"), ',"last_contact_at":', json_quote("tickets"."last_contact_at"), ',"last_contact_agent_at":', json_quote("tickets"."last_contact_agent_at"), ',"last_contact_customer_at":', json_quote("tickets"."last_contact_customer_at"), ',"waiting_since":', json_quote("tickets"."waiting_since"), ',"last_owner_update_at":', json_quote("tickets"."last_owner_update_at"), ',"create_article_type_id":', ifnull("tickets"."create_article_type_id", 'null'), ',"create_article_sender_id":', ifnull("tickets"."create_article_sender_id", 'null'), ',"article_count":', ifnull("tickets"."article_count", 'null'), ',"escalation_at":', json_quote("tickets"."escalation_at"), ',"pending_time":', json_quote("tickets"."pending_time"), ',"type":', json_quote("tickets"."type"), ',"time_unit":', ifnull('"' || "tickets"."time_unit" || '"', 'null'), ',"checklist_id":', ifnull("tickets"."checklist_id", 'null'), ',"preferences":', ifnull("tickets"."preferences", 'null'), ',"updated_by_id":', ifnull("tickets"."updated_by_id", 'null'), ',"created_by_id":', ifnull("tickets"."created_by_id", 'null'), ',"created_at":', json_quote("tickets"."created_at"), ',"updated_at":', json_quote("tickets"."updated_at"), '}') as "*"
  from "tickets"
  where "tickets"."group_id" in (select value as id
  from json_each(?)) and "tickets"."id" = ?;

-- GET /api/v1/tickets/2?expand=true, as rita
select "far"."ticket_id", "far"."id" as "far_id"
  from "ticket_articles" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select value as id
  from json_each(?))) and "far"."ticket_id" in (select value as id
  from json_each(?))
  order by "far"."id";
select "far"."ticket_id", "far"."id" as "far_id"
  from "time_accountings" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select value as id
  from json_each(?))) and "far"."ticket_id" in (select value as id
  from json_each(?))
  order by "far"."id";
select "id", "groups"."name" as "label"
  from "groups"
  where "id" in (select value as id
  from json_each(?));
select "id", "organizations"."name" as "label"
  from "organizations"
  where "id" in (select value as id
  from json_each(?));
select "id", "ticket_priorities"."name" as "label"
  from "ticket_priorities"
  where "id" in (select value as id
  from json_each(?));
select "id", "ticket_states"."name" as "label"
  from "ticket_states"
  where "id" in (select value as id
  from json_each(?));
select "id", "users"."login" as "label"
  from "users"
  where "id" in (select value as id
  from json_each(?));
select "tickets"."id", …, "tickets"."updated_at"
  from "tickets"
  where "tickets"."group_id" in (select value as id
  from json_each(?)) and "tickets"."id" = ?;
select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select value as id
  from json_each(?));
select distinct "pair"."ticket_id", "pair"."tag_id" as "far_id", "far"."name" as "label"
  from "tags" as "far"
  inner join "tickets_tags" as "pair" on "pair"."tag_id" = "far"."id"
  where "pair"."ticket_id" in (select value as id
  from json_each(?))
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
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select value as id
  from json_each(?))) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id";
select "far"."ticket_id", "far"."id" as "far_id"
  from "time_accountings" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select value as id
  from json_each(?))) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id";
select "groups"."id", …, "groups"."updated_at", (select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."group_id", "pair"."user_id" as "far_id"
  from "groups_users" as "pair"
  where "pair"."group_id" = "groups"."id"
  order by "pair"."user_id") as "related") as "user_ids"
  from "groups"
  where "groups"."id" in (select value as id
  from json_each(?))
  order by "groups"."id";
select "organizations"."id", …, "organizations"."updated_at", (select json_group_array("related"."far_id") as "list"
  from (select "far"."organization_id", "far"."id" as "far_id"
  from "users" as "far"
  where "far"."organization_id" = "organizations"."id"
  order by "far"."id") as "related") as "member_ids", (select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."organization_id", "pair"."user_id" as "far_id"
  from "organizations_users" as "pair"
  where "pair"."organization_id" = "organizations"."id"
  order by "pair"."user_id") as "related") as "secondary_member_ids"
  from "organizations"
  where "organizations"."id" in (select value as id
  from json_each(?))
  order by "organizations"."id";
select "related"."far_id", json_group_array("related"."access") as "levels"
  from (select distinct "pair"."role_id", "pair"."group_id" as "far_id", "pair"."access"
  from "groups_roles" as "pair"
  where "pair"."role_id" = "roles"."id"
  order by "pair"."group_id", "pair"."access") as "related"
  group by "related"."far_id"
  order by "related"."far_id";
select "roles"."id", …, "roles"."updated_at", (select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."role_id", "pair"."permission_id" as "far_id"
  from "permissions_roles" as "pair"
  where "pair"."role_id" = "roles"."id"
  order by "pair"."permission_id") as "related") as "permission_ids", (select json_group_object("related"."far_id", json("related"."levels")) as "list"
  from (select "related"."far_id", json_group_array("related"."access") as "levels"
  from (select distinct "pair"."role_id", "pair"."group_id" as "far_id", "pair"."access"
  from "groups_roles" as "pair"
  where "pair"."role_id" = "roles"."id"
  order by "pair"."group_id", "pair"."access") as "related"
  group by "related"."far_id"
  order by "related"."far_id") as "related") as "group_ids"
  from "roles"
  where "roles"."id" in (select value as id
  from json_each(?))
  order by "roles"."id";
select "tickets"."id", …, "tickets"."updated_at", (select json_group_array("related"."far_id") as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "ticket_articles" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select value as id
  from json_each(?))) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related") as "article_ids", (select json_group_array("related"."far_id") as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "time_accountings" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select value as id
  from json_each(?))) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related") as "ticket_time_accounting_ids"
  from "tickets"
  where "tickets"."group_id" in (select value as id
  from json_each(?)) and "tickets"."id" = ?;
select "users"."id", …, "users"."updated_at", (select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."user_id", "pair"."role_id" as "far_id"
  from "roles_users" as "pair"
  where "pair"."user_id" = "users"."id"
  order by "pair"."role_id") as "related") as "role_ids", (select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."user_id", "pair"."organization_id" as "far_id"
  from "organizations_users" as "pair"
  where "pair"."user_id" = "users"."id"
  order by "pair"."organization_id") as "related") as "organization_ids", (select json_group_object("related"."far_id", json("related"."levels")) as "list"
  from (select "related"."far_id", json_group_array("related"."access") as "levels"
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
  where "users"."id" in (select value as id
  from json_each(?))
  order by "users"."id";
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
select json_group_array("related"."far_id") as "list"
  from (select "far"."organization_id", "far"."id" as "far_id"
  from "users" as "far"
  where "far"."organization_id" = "organizations"."id"
  order by "far"."id") as "related";
select json_group_array("related"."far_id") as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "ticket_articles" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select value as id
  from json_each(?))) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related";
select json_group_array("related"."far_id") as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "time_accountings" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select value as id
  from json_each(?))) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related";
select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."group_id", "pair"."user_id" as "far_id"
  from "groups_users" as "pair"
  where "pair"."group_id" = "groups"."id"
  order by "pair"."user_id") as "related";
select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."organization_id", "pair"."user_id" as "far_id"
  from "organizations_users" as "pair"
  where "pair"."organization_id" = "organizations"."id"
  order by "pair"."user_id") as "related";
select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."role_id", "pair"."permission_id" as "far_id"
  from "permissions_roles" as "pair"
  where "pair"."role_id" = "roles"."id"
  order by "pair"."permission_id") as "related";
select json_group_object("related"."far_id", json("related"."levels")) as "list"
  from (select "related"."far_id", json_group_array("related"."access") as "levels"
  from (select distinct "pair"."role_id", "pair"."group_id" as "far_id", "pair"."access"
  from "groups_roles" as "pair"
  where "pair"."role_id" = "roles"."id"
  order by "pair"."group_id", "pair"."access") as "related"
  group by "related"."far_id"
  order by "related"."far_id") as "related";

-- GET /api/v1/tickets
select "tickets"."id", concat('{"id":', "tickets"."id", ',"group_id":', ifnull("tickets"."group_id", 'null'), ',"priority_id":', ifnull("tickets"."priority_id", 'null'), ',"state_id":', ifnull("tickets"."state_id", 'null'), ',"organization_id":', ifnull("tickets"."organization_id", 'null'), ',"number":', json_quote("tickets"."number"), ',"title":', json_quote("tickets"."title"), ',"owner_id":', ifnull("tickets"."owner_id", 'null'), ',"customer_id":', ifnull("tickets"."customer_id", 'null'), ',"note":', json_quote("tickets"."note"), ',"first_response_at":', json_quote("tickets"."first_response_at"), ',"first_response_escalation_at":', json_quote("tickets"."first_response_escalation_at"), ',"first_response_in_min":', ifnull("tickets"."first_response_in_min", 'null'), ',"first_response_diff_in_min":', ifnull("tickets"."first_response_diff_in_min", 'null'), ',"close_at":', json_quote("tickets"."close_at"), ',"close_escalation_at":', json_quote("tickets"."close_escalation_at"), ',"close_in_min":', ifnull("tickets"."close_in_min", 'null'), ',"close_diff_in_min":', ifnull("tickets"."close_diff_in_min", 'null'), ',"update_escalation_at":', json_quote("tickets"."update_escalation_at"), ',"update_in_min":', ifnull("tickets"."update_in_min", 'null'), ',"update_diff_in_min":', ifnull("tickets"."update_diff_in_min", 'null'), ',"last_close_at":', json_quote("tickets"."last_close_at"), ',"last_contact_at":', json_quote("tickets"."last_contact_at"), ',"last_contact_agent_at":', json_quote("tickets"."last_contact_agent_at"), ',"last_contact_customer_at":', json_quote("tickets"."last_contact_customer_at"), ',"waiting_since":', json_quote("tickets"."waiting_since"), ',"last_owner_update_at":', json_quote("tickets"."last_owner_update_at"), ',"create_article_type_id":', ifnull("tickets"."create_article_type_id", 'null'), ',"create_article_sender_id":', ifnull("tickets"."create_article_sender_id", 'null'), ',"article_count":', ifnull("tickets"."article_count", 'null'), ',"escalation_at":', json_quote("tickets"."escalation_at"), ',"pending_time":', json_quote("tickets"."pending_time"), ',"type":', json_quote("tickets"."type"), ',"time_unit":', ifnull('"' || "tickets"."time_unit" || '"', 'null'), ',"checklist_id":', ifnull("tickets"."checklist_id", 'null'), ',"preferences":', ifnull("tickets"."preferences", 'null'), ',"updated_by_id":', ifnull("tickets"."updated_by_id", 'null'), ',"created_by_id":', ifnull("tickets"."created_by_id", 'null'), ',"created_at":', json_quote("tickets"."created_at"), ',"updated_at":', json_quote("tickets"."updated_at"), '}') as "*"
  from "tickets"
  where +"tickets"."group_id" in (select value as id
  from json_each(?)) and "tickets"."id" >= ?
  order by "tickets"."id"
  limit 0 + ? offset ?;
select count(*) as "count"
  from "tickets"
  where "tickets"."group_id" in (select value as id
  from json_each(?));
select max("id") as "id"
  from "tickets";

-- GET /api/v1/tickets, as rita
-- no further statements

-- GET /api/v1/tickets, as nils
select "tickets"."id", concat('{"id":', "tickets"."id", ',"group_id":', ifnull("tickets"."group_id", 'null'), ',"priority_id":', ifnull("tickets"."priority_id", 'null'), ',"state_id":', ifnull("tickets"."state_id", 'null'), ',"organization_id":', ifnull("tickets"."organization_id", 'null'), ',"number":', json_quote("tickets"."number"), ',"title":', json_quote("tickets"."title"), ',"owner_id":', ifnull("tickets"."owner_id", 'null'), ',"customer_id":', ifnull("tickets"."customer_id", 'null'), ',"note":', json_quote("tickets"."note"), ',"first_response_at":', json_quote("tickets"."first_response_at"), ',"first_response_escalation_at":', json_quote("tickets"."first_response_escalation_at"), ',"first_response_in_min":', ifnull("tickets"."first_response_in_min", 'null'), ',"first_response_diff_in_min":', ifnull("tickets"."first_response_diff_in_min", 'null'), ',"close_at":', json_quote("tickets"."close_at"), ',"close_escalation_at":', json_quote("tickets"."close_escalation_at"), ',"close_in_min":', ifnull("tickets"."close_in_min", 'null'), ',"close_diff_in_min":', ifnull("tickets"."close_diff_in_min", 'null'), ',"update_escalation_at":', json_quote("tickets"."update_escalation_at"), ',"update_in_min":', ifnull("tickets"."update_in_min", 'null'), ',"update_diff_in_min":', ifnull("tickets"."update_diff_in_min", 'null'), ',"last_close_at":', json_quote("tickets"."last_close_at"), ',"last_contact_at":', json_quote("tickets"."last_contact_at"), ',"last_contact_agent_at":', json_quote("tickets"."last_contact_agent_at"), ',"last_contact_customer_at":', json_quote("tickets"."last_contact_customer_at"), ',"waiting_since":', json_quote("tickets"."waiting_since"), ',"last_owner_update_at":', json_quote("tickets"."last_owner_update_at"), ',"create_article_type_id":', ifnull("tickets"."create_article_type_id", 'null'), ',"create_article_sender_id":', ifnull("tickets"."create_article_sender_id", 'null'), ',"article_count":', ifnull("tickets"."article_count" - "tickets"."internal_article_count", 'null'), ',"escalation_at":', json_quote("tickets"."escalation_at"), ',"pending_time":', json_quote("tickets"."pending_time"), ',"type":', json_quote("tickets"."type"), ',"time_unit":', ifnull('"' || "tickets"."time_unit" || '"', 'null'), ',"checklist_id":', ifnull("tickets"."checklist_id", 'null'), ',"preferences":', ifnull("tickets"."preferences", 'null'), ',"updated_by_id":', ifnull("tickets"."updated_by_id", 'null'), ',"created_by_id":', ifnull("tickets"."created_by_id", 'null'), ',"created_at":', json_quote("tickets"."created_at"), ',"updated_at":', json_quote("tickets"."updated_at"), '}') as "*"
  from "tickets"
  where ("tickets"."customer_id" = ?
  or "tickets"."organization_id" in (select value as id
  from json_each(?))) and "tickets"."id" >= ?
  order by "tickets"."id"
  limit 0 + ? offset ?;
select count(*) as "count"
  from "tickets"
  where ("tickets"."customer_id" = ?
  or "tickets"."organization_id" in (select value as id
  from json_each(?)));

-- GET /api/v1/tickets?page=100
-- no further statements

-- GET /api/v1/tickets?after=2
-- no further statements

-- GET /api/v1/tickets?sort_by=title,created_at&order_by=desc,asc
select "tickets"."id"
  from "tickets"
  where "tickets"."group_id" in (select value as id
  from json_each(?))
  order by "tickets"."title" desc, "tickets"."created_at" asc, "tickets"."id" asc
  limit 0 + ? offset ?;
select "tickets"."id", concat('{"id":', "tickets"."id", ',"group_id":', ifnull("tickets"."group_id", 'null'), ',"priority_id":', ifnull("tickets"."priority_id", 'null'), ',"state_id":', ifnull("tickets"."state_id", 'null'), ',"organization_id":', ifnull("tickets"."organization_id", 'null'), ',"number":', json_quote("tickets"."number"), ',"title":', json_quote("tickets"."title"), ',"owner_id":', ifnull("tickets"."owner_id", 'null'), ',"customer_id":', ifnull("tickets"."customer_id", 'null'), ',"note":', json_quote("tickets"."note"), ',"first_response_at":', json_quote("tickets"."first_response_at"), ',"first_response_escalation_at":', json_quote("tickets"."first_response_escalation_at"), ',"first_response_in_min":', ifnull("tickets"."first_response_in_min", 'null'), ',"first_response_diff_in_min":', ifnull("tickets"."first_response_diff_in_min", 'null'), ',"close_at":', json_quote("tickets"."close_at"), ',"close_escalation_at":', json_quote("tickets"."close_escalation_at"), ',"close_in_min":', ifnull("tickets"."close_in_min", 'null'), ',"close_diff_in_min":', ifnull("tickets"."close_diff_in_min", 'null'), ',"update_escalation_at":', json_quote("tickets"."update_escalation_at"), ',"update_in_min":', ifnull("tickets"."update_in_min", 'null'), ',"update_diff_in_min":', ifnull("tickets"."update_diff_in_min", 'null'), ',"last_close_at":', json_quote("tickets"."last_close_at"), ',"last_contact_at":', json_quote("tickets"."last_contact_at"), ',"last_contact_agent_at":', json_quote("tickets"."last_contact_agent_at"), ',"last_contact_customer_at":', json_quote("tickets"."last_contact_customer_at"), ',"waiting_since":', json_quote("tickets"."waiting_since"), ',"last_owner_update_at":', json_quote("tickets"."last_owner_update_at"), ',"create_article_type_id":', ifnull("tickets"."create_article_type_id", 'null'), ',"create_article_sender_id":', ifnull("tickets"."create_article_sender_id", 'null'), ',"article_count":', ifnull("tickets"."article_count", 'null'), ',"escalation_at":', json_quote("tickets"."escalation_at"), ',"pending_time":', json_quote("tickets"."pending_time"), ',"type":', json_quote("tickets"."type"), ',"time_unit":', ifnull('"' || "tickets"."time_unit" || '"', 'null'), ',"checklist_id":', ifnull("tickets"."checklist_id", 'null'), ',"preferences":', ifnull("tickets"."preferences", 'null'), ',"updated_by_id":', ifnull("tickets"."updated_by_id", 'null'), ',"created_by_id":', ifnull("tickets"."created_by_id", 'null'), ',"created_at":', json_quote("tickets"."created_at"), ',"updated_at":', json_quote("tickets"."updated_at"), '}') as "*"
  from "tickets"
  where "tickets"."id" in (select "tickets"."id"
  from "tickets"
  where "tickets"."group_id" in (select value as id
  from json_each(?))
  order by "tickets"."title" desc, "tickets"."created_at" asc, "tickets"."id" asc
  limit 0 + ? offset ?)
  order by "tickets"."title" desc, "tickets"."created_at" asc, "tickets"."id" asc;

-- GET /api/v1/tickets?ids=1,2,3
select "tickets"."id"
  from "tickets"
  where "tickets"."group_id" in (select value as id
  from json_each(?)) and "tickets"."id" in (select value as id
  from json_each(?))
  order by "tickets"."id" asc
  limit 0 + ? offset ?;
select "tickets"."id", concat('{"id":', "tickets"."id", ',"group_id":', ifnull("tickets"."group_id", 'null'), ',"priority_id":', ifnull("tickets"."priority_id", 'null'), ',"state_id":', ifnull("tickets"."state_id", 'null'), ',"organization_id":', ifnull("tickets"."organization_id", 'null'), ',"number":', json_quote("tickets"."number"), ',"title":', json_quote("tickets"."title"), ',"owner_id":', ifnull("tickets"."owner_id", 'null'), ',"customer_id":', ifnull("tickets"."customer_id", 'null'), ',"note":', json_quote("tickets"."note"), ',"first_response_at":', json_quote("tickets"."first_response_at"), ',"first_response_escalation_at":', json_quote("tickets"."first_response_escalation_at"), ',"first_response_in_min":', ifnull("tickets"."first_response_in_min", 'null'), ',"first_response_diff_in_min":', ifnull("tickets"."first_response_diff_in_min", 'null'), ',"close_at":', json_quote("tickets"."close_at"), ',"close_escalation_at":', json_quote("tickets"."close_escalation_at"), ',"close_in_min":', ifnull("tickets"."close_in_min", 'null'), ',"close_diff_in_min":', ifnull("tickets"."close_diff_in_min", 'null'), ',"update_escalation_at":', json_quote("tickets"."update_escalation_at"), ',"update_in_min":', ifnull("tickets"."update_in_min", 'null'), ',"update_diff_in_min":', ifnull("tickets"."update_diff_in_min", 'null'), ',"last_close_at":', json_quote("tickets"."last_close_at"), ',"last_contact_at":', json_quote("tickets"."last_contact_at"), ',"last_contact_agent_at":', json_quote("tickets"."last_contact_agent_at"), ',"last_contact_customer_at":', json_quote("tickets"."last_contact_customer_at"), ',"waiting_since":', json_quote("tickets"."waiting_since"), ',"last_owner_update_at":', json_quote("tickets"."last_owner_update_at"), ',"create_article_type_id":', ifnull("tickets"."create_article_type_id", 'null'), ',"create_article_sender_id":', ifnull("tickets"."create_article_sender_id", 'null'), ',"article_count":', ifnull("tickets"."article_count", 'null'), ',"escalation_at":', json_quote("tickets"."escalation_at"), ',"pending_time":', json_quote("tickets"."pending_time"), ',"type":', json_quote("tickets"."type"), ',"time_unit":', ifnull('"' || "tickets"."time_unit" || '"', 'null'), ',"checklist_id":', ifnull("tickets"."checklist_id", 'null'), ',"preferences":', ifnull("tickets"."preferences", 'null'), ',"updated_by_id":', ifnull("tickets"."updated_by_id", 'null'), ',"created_by_id":', ifnull("tickets"."created_by_id", 'null'), ',"created_at":', json_quote("tickets"."created_at"), ',"updated_at":', json_quote("tickets"."updated_at"), '}') as "*"
  from "tickets"
  where "tickets"."id" in (select "tickets"."id"
  from "tickets"
  where "tickets"."group_id" in (select value as id
  from json_each(?)) and "tickets"."id" in (select value as id
  from json_each(?))
  order by "tickets"."id" asc
  limit 0 + ? offset ?)
  order by "tickets"."id" asc;
select count(*) as "count"
  from "tickets"
  where "tickets"."group_id" in (select value as id
  from json_each(?)) and "tickets"."id" in (select value as id
  from json_each(?));

-- GET /api/v1/tickets?fields=id,title,tags
select "tickets"."id", "tickets"."title"
  from "tickets"
  where +"tickets"."group_id" in (select value as id
  from json_each(?)) and "tickets"."id" >= ?
  order by "tickets"."id"
  limit 0 + ? offset ?;

-- GET /api/v1/users
select "users"."id", concat('{"id":', "users"."id", ',"organization_id":', ifnull("users"."organization_id", 'null'), ',"login":', json_quote("users"."login"), ',"firstname":', json_quote("users"."firstname"), ',"lastname":', json_quote("users"."lastname"), ',"fullname":', json_quote("users"."fullname"), ',"email":', json_quote("users"."email"), ',"image":', json_quote("users"."image"), ',"image_source":', json_quote("users"."image_source"), ',"web":', json_quote("users"."web"), ',"phone":', json_quote("users"."phone"), ',"fax":', json_quote("users"."fax"), ',"mobile":', json_quote("users"."mobile"), ',"department":', json_quote("users"."department"), ',"street":', json_quote("users"."street"), ',"zip":', json_quote("users"."zip"), ',"city":', json_quote("users"."city"), ',"country":', json_quote("users"."country"), ',"address":', json_quote("users"."address"), ',"vip":', case "users"."vip" when 1 then 'true' when 0 then 'false' else 'null' end, ',"verified":', case "users"."verified" when 1 then 'true' when 0 then 'false' else 'null' end, ',"active":', case "users"."active" when 1 then 'true' when 0 then 'false' else 'null' end, ',"note":', json_quote("users"."note"), ',"last_login":', json_quote("users"."last_login"), ',"source":', json_quote("users"."source"), ',"login_failed":', ifnull("users"."login_failed", 'null'), ',"out_of_office":', case "users"."out_of_office" when 1 then 'true' when 0 then 'false' else 'null' end, ',"out_of_office_start_at":', json_quote("users"."out_of_office_start_at"), ',"out_of_office_end_at":', json_quote("users"."out_of_office_end_at"), ',"out_of_office_replacement_id":', ifnull("users"."out_of_office_replacement_id", 'null'), ',"preferences":', ifnull("users"."preferences", 'null'), ',"updated_by_id":', ifnull("users"."updated_by_id", 'null'), ',"created_by_id":', ifnull("users"."created_by_id", 'null'), ',"created_at":', json_quote("users"."created_at"), ',"updated_at":', json_quote("users"."updated_at"), ',"role_ids":', ifnull((select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."user_id", "pair"."role_id" as "far_id"
  from "roles_users" as "pair"
  where "pair"."user_id" = "users"."id"
  order by "pair"."role_id") as "related"), 'null'), ',"organization_ids":', ifnull((select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."user_id", "pair"."organization_id" as "far_id"
  from "organizations_users" as "pair"
  where "pair"."user_id" = "users"."id"
  order by "pair"."organization_id") as "related"), 'null'), ',"group_ids":', ifnull((select json_group_object("related"."far_id", json("related"."levels")) as "list"
  from (select "related"."far_id", json_group_array("related"."access") as "levels"
  from (select distinct "pair"."user_id", "pair"."group_id" as "far_id", "pair"."access"
  from "groups_users" as "pair"
  where ("pair"."user_id" = "users"."id" and (exists (select 1
  from users
  where users.id = pair.user_id and users.active) and exists (select 1
  from roles_users u join roles r on r.id = u.role_id join permissions_roles pr on pr.role_id = r.id join permissions p on p.id = pr.permission_id
  where u.user_id = "pair"."user_id" and r.active = true and p.active = true and p.name in ('ticket', 'ticket.agent'))))
  order by "pair"."group_id", "pair"."access") as "related"
  group by "related"."far_id"
  order by "related"."far_id") as "related"), 'null'), ',"two_factor_preference_ids":', ifnull('[]', 'null'), ',"authorization_ids":', ifnull('[]', 'null'), ',"overview_sorting_ids":', ifnull('[]', 'null'), '}') as "*ids"
  from "users"
  where "users"."id" >= ?
  order by "users"."id"
  limit 0 + ? offset ?;
select count(*) as "count"
  from "users";
select max("id") as "id"
  from "users";

-- GET /api/v1/users?expand=true
select "users"."id", …, "users"."updated_at"
  from "users"
  where "users"."id" >= ?
  order by "users"."id"
  limit 0 + ? offset ?;
select distinct "pair"."user_id", "pair"."group_id" as "far_id", "far"."name" as "label", "pair"."access"
  from "groups" as "far"
  inner join "groups_users" as "pair" on "pair"."group_id" = "far"."id"
  where ("pair"."user_id" in (select value as id
  from json_each(?)) and (exists (select 1
  from users
  where users.id = pair.user_id and users.active) and exists (select 1
  from roles_users u join roles r on r.id = u.role_id join permissions_roles pr on pr.role_id = r.id join permissions p on p.id = pr.permission_id
  where u.user_id = "pair"."user_id" and r.active = true and p.active = true and p.name in ('ticket', 'ticket.agent'))))
  order by "pair"."group_id", "pair"."access";
select distinct "pair"."user_id", "pair"."organization_id" as "far_id", "far"."name" as "label"
  from "organizations" as "far"
  inner join "organizations_users" as "pair" on "pair"."organization_id" = "far"."id"
  where "pair"."user_id" in (select value as id
  from json_each(?))
  order by "pair"."organization_id";
select distinct "pair"."user_id", "pair"."role_id" as "far_id", "far"."name" as "label"
  from "roles" as "far"
  inner join "roles_users" as "pair" on "pair"."role_id" = "far"."id"
  where "pair"."user_id" in (select value as id
  from json_each(?))
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
  where "organizations"."id" >= ?
  order by "organizations"."id"
  limit 0 + ? offset ?;
select "own"."id", (select json_group_array("related"."far_id") as "list"
  from (select "far"."organization_id", "far"."id" as "far_id"
  from "users" as "far"
  where "far"."organization_id" = "own"."id"
  order by "far"."id") as "related") as "members", (select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."organization_id", "pair"."user_id" as "far_id"
  from "organizations_users" as "pair"
  where "pair"."organization_id" = "own"."id"
  order by "pair"."user_id") as "related") as "secondary_members"
  from "organizations" as "own"
  where "own"."id" in (select value as id
  from json_each(?));
select count(*) as "count"
  from "organizations";
select distinct "pair"."organization_id", "pair"."user_id" as "far_id"
  from "organizations_users" as "pair"
  where "pair"."organization_id" = "own"."id"
  order by "pair"."user_id";
select json_group_array("related"."far_id") as "list"
  from (select "far"."organization_id", "far"."id" as "far_id"
  from "users" as "far"
  where "far"."organization_id" = "own"."id"
  order by "far"."id") as "related";
select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."organization_id", "pair"."user_id" as "far_id"
  from "organizations_users" as "pair"
  where "pair"."organization_id" = "own"."id"
  order by "pair"."user_id") as "related";
select max("id") as "id"
  from "organizations";

-- GET /api/v1/organizations, as nils
select "far"."organization_id", "far"."id" as "far_id"
  from "users" as "far"
  where ("far"."id" = ?
  or "far"."organization_id" in (select value as id
  from json_each(?))) and "far"."organization_id" = "own"."id"
  order by "far"."id";
select "organizations"."id", …, "organizations"."updated_at"
  from "organizations"
  where "organizations"."id" in (select value as id
  from json_each(?)) and "organizations"."id" >= ?
  order by "organizations"."id"
  limit 0 + ? offset ?;
select "own"."id", (select json_group_array("related"."far_id") as "list"
  from (select "far"."organization_id", "far"."id" as "far_id"
  from "users" as "far"
  where ("far"."id" = ?
  or "far"."organization_id" in (select value as id
  from json_each(?))) and "far"."organization_id" = "own"."id"
  order by "far"."id") as "related") as "members", (select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."organization_id", "pair"."user_id" as "far_id"
  from "users" as "far"
  inner join "organizations_users" as "pair" on "pair"."user_id" = "far"."id"
  where ("far"."id" = ?
  or "far"."organization_id" in (select value as id
  from json_each(?))) and "pair"."organization_id" = "own"."id"
  order by "pair"."user_id") as "related") as "secondary_members"
  from "organizations" as "own"
  where "own"."id" in (select value as id
  from json_each(?));
select count(*) as "count"
  from "organizations"
  where "organizations"."id" in (select value as id
  from json_each(?));
select distinct "pair"."organization_id", "pair"."user_id" as "far_id"
  from "users" as "far"
  inner join "organizations_users" as "pair" on "pair"."user_id" = "far"."id"
  where ("far"."id" = ?
  or "far"."organization_id" in (select value as id
  from json_each(?))) and "pair"."organization_id" = "own"."id"
  order by "pair"."user_id";
select json_group_array("related"."far_id") as "list"
  from (select "far"."organization_id", "far"."id" as "far_id"
  from "users" as "far"
  where ("far"."id" = ?
  or "far"."organization_id" in (select value as id
  from json_each(?))) and "far"."organization_id" = "own"."id"
  order by "far"."id") as "related";
select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."organization_id", "pair"."user_id" as "far_id"
  from "users" as "far"
  inner join "organizations_users" as "pair" on "pair"."user_id" = "far"."id"
  where ("far"."id" = ?
  or "far"."organization_id" in (select value as id
  from json_each(?))) and "pair"."organization_id" = "own"."id"
  order by "pair"."user_id") as "related";

-- GET /api/v1/groups?expand=true
select "groups"."id", …, "groups"."updated_at"
  from "groups"
  where "groups"."id" >= ?
  order by "groups"."id"
  limit 0 + ? offset ?;
select "id", "signatures"."name" as "label"
  from "signatures"
  where "id" in (select value as id
  from json_each(?));
select count(*) as "count"
  from "groups";
select distinct "pair"."group_id", "pair"."user_id" as "far_id", "far"."login" as "label"
  from "users" as "far"
  inner join "groups_users" as "pair" on "pair"."user_id" = "far"."id"
  where "pair"."group_id" in (select value as id
  from json_each(?))
  order by "pair"."user_id";
select max("id") as "id"
  from "groups";

-- GET /api/v1/roles?expand=true
select "roles"."id", …, "roles"."updated_at"
  from "roles"
  where "roles"."id" >= ?
  order by "roles"."id"
  limit 0 + ? offset ?;
select count(*) as "count"
  from "roles";
select distinct "pair"."role_id", "pair"."group_id" as "far_id", "far"."name" as "label", "pair"."access"
  from "groups" as "far"
  inner join "groups_roles" as "pair" on "pair"."group_id" = "far"."id"
  where "pair"."role_id" in (select value as id
  from json_each(?))
  order by "pair"."group_id", "pair"."access";
select distinct "pair"."role_id", "pair"."permission_id" as "far_id", "far"."name" as "label"
  from "permissions" as "far"
  inner join "permissions_roles" as "pair" on "pair"."permission_id" = "far"."id"
  where "pair"."role_id" in (select value as id
  from json_each(?))
  order by "pair"."permission_id";
select max("id") as "id"
  from "roles";

-- GET /api/v1/ticket_states?expand=true
select "id", "ticket_state_types"."name" as "label"
  from "ticket_state_types"
  where "id" in (select value as id
  from json_each(?));
select "ticket_states"."id", …, "ticket_states"."updated_at"
  from "ticket_states"
  where "ticket_states"."id" >= ?
  order by "ticket_states"."id"
  limit 0 + ? offset ?;
select count(*) as "count"
  from "ticket_states";
select max("id") as "id"
  from "ticket_states";

-- GET /api/v1/ticket_articles/by_ticket/2, as rita
select "id", "article_id", "store_file_id", "filename", "size", "preferences"
  from "attachments"
  where "article_id" in (select value as id
  from json_each(?))
  order by "id";
select "id", "ticket_article_senders"."name" as "label"
  from "ticket_article_senders"
  where "id" in (select value as id
  from json_each(?));
select "id", "ticket_article_types"."name" as "label"
  from "ticket_article_types"
  where "id" in (select value as id
  from json_each(?));
select "ticket_article_id", "time_unit"
  from "time_accountings"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "time_accountings"."ticket_id" and "its_ticket"."group_id" in (select value as id
  from json_each(?))) and "ticket_article_id" in (select value as id
  from json_each(?));
select "ticket_articles"."id", …, "ticket_articles"."origin_by_id"
  from "ticket_articles"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "ticket_articles"."ticket_id" and "its_ticket"."group_id" in (select value as id
  from json_each(?))) and "ticket_articles"."ticket_id" = ?
  order by "ticket_articles"."created_at", "ticket_articles"."id";
select "tickets"."id"
  from "tickets"
  where "tickets"."group_id" in (select value as id
  from json_each(?)) and "tickets"."id" = ?;
select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "ticket_articles"."ticket_id" and "its_ticket"."group_id" in (select value as id
  from json_each(?));
select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "time_accountings"."ticket_id" and "its_ticket"."group_id" in (select value as id
  from json_each(?));

-- GET /api/v1/ticket_articles/by_ticket/2, as nils
select "id", case when "users"."id" in (?, 1) then "users"."login" else trim(coalesce("users"."firstname", '') || ' ' || coalesce("users"."lastname", '')) end as "label"
  from "users"
  where "id" in (select value as id
  from json_each(?));
select "ticket_article_id", "time_unit"
  from "time_accountings"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "time_accountings"."ticket_id" and 1 = 0) and "ticket_article_id" in (select value as id
  from json_each(?));
select "ticket_articles"."id", …, "ticket_articles"."origin_by_id"
  from "ticket_articles"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "ticket_articles"."ticket_id" and ("ticket_articles"."internal" = ? and ("its_ticket"."customer_id" = ?
  or "its_ticket"."organization_id" in (select value as id
  from json_each(?))))) and "ticket_articles"."ticket_id" = ?
  order by "ticket_articles"."created_at", "ticket_articles"."id";
select "tickets"."id"
  from "tickets"
  where ("tickets"."customer_id" = ?
  or "tickets"."organization_id" in (select value as id
  from json_each(?))) and "tickets"."id" = ?;
select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "ticket_articles"."ticket_id" and ("ticket_articles"."internal" = ? and ("its_ticket"."customer_id" = ?
  or "its_ticket"."organization_id" in (select value as id
  from json_each(?))));
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
  where "ticket_article_id" in (select value as id
  from json_each(?));
select "ticket_articles"."id", …, "ticket_articles"."origin_by_id"
  from "ticket_articles"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "ticket_articles"."ticket_id" and "its_ticket"."group_id" in (select value as id
  from json_each(?))) and "ticket_articles"."id" >= ?
  order by "ticket_articles"."id"
  limit 0 + ? offset ?;
select "tickets"."id", …, "tickets"."updated_at", (select json_group_array("related"."far_id") as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "ticket_articles" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select value as id
  from json_each(?))) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related") as "article_ids", (select json_group_array("related"."far_id") as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "time_accountings" as "far"
  where "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related") as "ticket_time_accounting_ids"
  from "tickets"
  where "tickets"."id" in (select value as id
  from json_each(?)) and "tickets"."group_id" in (select value as id
  from json_each(?))
  order by "tickets"."id";
select count(*) as "count"
  from "ticket_articles"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "ticket_articles"."ticket_id" and "its_ticket"."group_id" in (select value as id
  from json_each(?)));
select json_group_array("related"."far_id") as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "time_accountings" as "far"
  where "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related";
select max("id") as "id"
  from "ticket_articles";

-- GET /api/v1/tag_list
select id, name, count
  from ( select id, name, (select count(*)
  from tickets_tags
  where tag_id = tags.id) as count
  from tags ) listed
  where true and true
  order by "name" asc, "id" asc
  limit ? offset ?;
select count(*) as total
  from tags
  where true;

-- GET /api/v1/tags?object=Ticket&o_id=2, as rita
select "tags"."name"
  from "tickets_tags"
  inner join "tags" on "tags"."id" = "tickets_tags"."tag_id"
  where "tickets_tags"."ticket_id" = ?
  order by "tags"."id";

-- GET /api/v1/tickets/search?query=printer, as rita
select "name", "value"
  from "settings"
  where "name" like ?;
select "rowid"
  from "groups_text"
  where "groups_text"."groups_text" match ?
  limit 0 + ?;
select "rowid"
  from "organizations_text"
  where "organizations_text"."organizations_text" match ?
  limit 0 + ?;
select "rowid"
  from "users_text"
  where "users_text"."users_text" match ?
  limit 0 + ?;
select "tickets"."id", …, "tickets"."updated_at", (select json_group_array("related"."far_id") as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "ticket_articles" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select value as id
  from json_each(?))) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related") as "article_ids", (select json_group_array("related"."far_id") as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "time_accountings" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select value as id
  from json_each(?))) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related") as "ticket_time_accounting_ids"
  from "tickets"
  where "tickets"."change" in (select value as id
  from json_each(?))
  order by "tickets"."change" desc;
select "value"
  from "settings"
  where "name" = ?;
select change
  from tickets
  where change < ?
  order by change desc
  limit 1;
select change
  from tickets
  where change >= ?
  order by change desc
  limit 1;
select coalesce(max(change), 0)
  from tickets;
select rowid
  from tickets_text
  where tickets_text match ? and rowid >= cast(? as integer) and rowid < cast(? as integer)
  order by rowid desc
  limit 0 + ?;

-- GET /api/v1/tickets/search?query=printer, as nils
select "far"."organization_id", "far"."id" as "far_id"
  from "users" as "far"
  where ("far"."id" = ?
  or "far"."organization_id" in (select value as id
  from json_each(?))) and "far"."organization_id" = "organizations"."id"
  order by "far"."id";
select "far"."ticket_id", "far"."id" as "far_id"
  from "ticket_articles" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and ("far"."internal" = ? and ("its_ticket"."customer_id" = ?
  or "its_ticket"."organization_id" in (select value as id
  from json_each(?))))) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id";
select "far"."ticket_id", "far"."id" as "far_id"
  from "time_accountings" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and 1 = 0) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id";
select "groups"."id", …, "groups"."updated_at", (select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."group_id", "pair"."user_id" as "far_id"
  from "users" as "far"
  inner join "groups_users" as "pair" on "pair"."user_id" = "far"."id"
  where ("far"."id" = ?
  or "far"."organization_id" in (select value as id
  from json_each(?))) and "pair"."group_id" = "groups"."id"
  order by "pair"."user_id") as "related") as "user_ids"
  from "groups"
  where "groups"."id" in (select value as id
  from json_each(?))
  order by "groups"."id";
select "id"
  from "organizations"
  where (("organizations"."id" in (select value as id
  from json_each(?)) and "organizations"."id" in (select "rowid" as "id"
  from "organizations_text"
  where "organizations_text"."organizations_text" match ?))
  or (not coalesce("organizations"."id" in (select value as id
  from json_each(?)), ?) and "organizations"."id" in (select "rowid" as "id"
  from "organizations_text"
  where "organizations_text"."organizations_text" match ?)))
  limit 0 + ?;
select "id"
  from "users"
  where (("users"."id" = ? and "users"."id" in (select "rowid" as "id"
  from "users_text"
  where "users_text"."users_text" match ?))
  or (trim(coalesce("users"."firstname", '') || coalesce("users"."lastname", '')) <> '' and not coalesce("users"."id" = ?, ?) and "users"."id" in (select "rowid" as "id"
  from "users_text"
  where "users_text"."users_text" match ?))
  or (not coalesce(("users"."id" = ?
  or trim(coalesce("users"."firstname", '') || coalesce("users"."lastname", '')) <> ''), ?) and "users"."id" in (select "rowid" as "id"
  from "users_text"
  where "users_text"."users_text" match ?)))
  limit 0 + ?;
select "organizations"."id", …, "organizations"."updated_at", (select json_group_array("related"."far_id") as "list"
  from (select "far"."organization_id", "far"."id" as "far_id"
  from "users" as "far"
  where ("far"."id" = ?
  or "far"."organization_id" in (select value as id
  from json_each(?))) and "far"."organization_id" = "organizations"."id"
  order by "far"."id") as "related") as "member_ids", (select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."organization_id", "pair"."user_id" as "far_id"
  from "users" as "far"
  inner join "organizations_users" as "pair" on "pair"."user_id" = "far"."id"
  where ("far"."id" = ?
  or "far"."organization_id" in (select value as id
  from json_each(?))) and "pair"."organization_id" = "organizations"."id"
  order by "pair"."user_id") as "related") as "secondary_member_ids"
  from "organizations"
  where "organizations"."id" in (select value as id
  from json_each(?))
  order by "organizations"."id";
select "rowid" as "id"
  from "organizations_text"
  where "organizations_text"."organizations_text" match ?;
select "rowid" as "id"
  from "users_text"
  where "users_text"."users_text" match ?;
select "tickets"."id", …, "tickets"."article_count" - "tickets"."internal_article_count" as "article_count", "tickets"."escalation_at", …, "tickets"."updated_at", (select json_group_array("related"."far_id") as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "ticket_articles" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and ("far"."internal" = ? and ("its_ticket"."customer_id" = ?
  or "its_ticket"."organization_id" in (select value as id
  from json_each(?))))) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related") as "article_ids", (select json_group_array("related"."far_id") as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "time_accountings" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and 1 = 0) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related") as "ticket_time_accounting_ids"
  from "tickets"
  where "tickets"."change" in (select value as id
  from json_each(?))
  order by "tickets"."change" desc;
select "users"."id", "users"."organization_id", case when "users"."id" in (?, 1) then "users"."login" else trim(coalesce("users"."firstname", '') || ' ' || coalesce("users"."lastname", '')) end as "login", "users"."firstname", "users"."lastname", case "users"."id" when ? then "users"."fullname" when 1 then '' else trim(coalesce("users"."firstname", '') || ' ' || coalesce("users"."lastname", '')) end as "fullname", "users"."email", …, "users"."updated_at", (select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."user_id", "pair"."role_id" as "far_id"
  from "roles_users" as "pair"
  where "pair"."user_id" = "users"."id"
  order by "pair"."role_id") as "related") as "role_ids", (select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."user_id", "pair"."organization_id" as "far_id"
  from "organizations" as "far"
  inner join "organizations_users" as "pair" on "pair"."organization_id" = "far"."id"
  where "far"."id" in (select value as id
  from json_each(?)) and "pair"."user_id" = "users"."id"
  order by "pair"."organization_id") as "related") as "organization_ids", (select json_group_object("related"."far_id", json("related"."levels")) as "list"
  from (select "related"."far_id", json_group_array("related"."access") as "levels"
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
  where "users"."id" in (select value as id
  from json_each(?))
  order by "users"."id";
select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and ("far"."internal" = ? and ("its_ticket"."customer_id" = ?
  or "its_ticket"."organization_id" in (select value as id
  from json_each(?))));
select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and 1 = 0;
select distinct "pair"."group_id", "pair"."user_id" as "far_id"
  from "users" as "far"
  inner join "groups_users" as "pair" on "pair"."user_id" = "far"."id"
  where ("far"."id" = ?
  or "far"."organization_id" in (select value as id
  from json_each(?))) and "pair"."group_id" = "groups"."id"
  order by "pair"."user_id";
select distinct "pair"."organization_id", "pair"."user_id" as "far_id"
  from "users" as "far"
  inner join "organizations_users" as "pair" on "pair"."user_id" = "far"."id"
  where ("far"."id" = ?
  or "far"."organization_id" in (select value as id
  from json_each(?))) and "pair"."organization_id" = "organizations"."id"
  order by "pair"."user_id";
select json_group_array("related"."far_id") as "list"
  from (select "far"."organization_id", "far"."id" as "far_id"
  from "users" as "far"
  where ("far"."id" = ?
  or "far"."organization_id" in (select value as id
  from json_each(?))) and "far"."organization_id" = "organizations"."id"
  order by "far"."id") as "related";
select json_group_array("related"."far_id") as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "ticket_articles" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and ("far"."internal" = ? and ("its_ticket"."customer_id" = ?
  or "its_ticket"."organization_id" in (select value as id
  from json_each(?))))) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related";
select json_group_array("related"."far_id") as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "time_accountings" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and 1 = 0) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related";
select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."group_id", "pair"."user_id" as "far_id"
  from "users" as "far"
  inner join "groups_users" as "pair" on "pair"."user_id" = "far"."id"
  where ("far"."id" = ?
  or "far"."organization_id" in (select value as id
  from json_each(?))) and "pair"."group_id" = "groups"."id"
  order by "pair"."user_id") as "related";
select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."organization_id", "pair"."user_id" as "far_id"
  from "users" as "far"
  inner join "organizations_users" as "pair" on "pair"."user_id" = "far"."id"
  where ("far"."id" = ?
  or "far"."organization_id" in (select value as id
  from json_each(?))) and "pair"."organization_id" = "organizations"."id"
  order by "pair"."user_id") as "related";

-- GET /api/v1/tickets/search?query=customer.fullname:Nils&full=true, as rita
select "row"."change"
  from "tickets" as "row" indexed by "tickets_in_order"
  where "row"."change" in (select value as id
  from json_each(?)) and case when "row"."group_id" in (select value as id
  from json_each(?)) then 1 else 0 end = 1
  order by "row"."change" desc;
select change
  from tickets
  where customer_id = ? and change < ? and change >= ?
  order by change desc
  limit 0 + ?;

-- GET /api/v1/tickets/search?query=state:open AND title:"label printer", as rita
select "rowid"
  from "ticket_states_text"
  where "ticket_states_text"."ticket_states_text" match ?
  limit 0 + ?;

-- GET /api/v1/tickets/search?query=toner&only_total_count=true, as rita
-- no further statements

-- GET /api/v1/tickets/search?query=printer&sort_by=relevance, as rita
select "rowid", bm25("tickets_text"."tickets_text", 0,8,8,1,1,4,2,1,1,1,1,1,2,1,1,1,1,1,1) as "score"
  from "tickets_text"
  where ("tickets_text"."tickets_text" match ? and "tickets_text"."rowid" >= cast(? as integer) and "tickets_text"."rowid" <= cast(? as integer) and +"tickets_text"."rowid" in (select value as id
  from json_each(?)) and exists (select 1
  from "tickets" as row
  where "row"."change" = "tickets_text"."rowid" and "row"."group_id" in (select value as id
  from json_each(?))));
select "tickets"."id", …, "tickets"."updated_at", (select json_group_array("related"."far_id") as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "ticket_articles" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select value as id
  from json_each(?))) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related") as "article_ids", (select json_group_array("related"."far_id") as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "time_accountings" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select value as id
  from json_each(?))) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related") as "ticket_time_accounting_ids", "tickets"."change" as "key"
  from "tickets"
  where "tickets"."change" in (select value as id
  from json_each(?));

-- GET /api/v1/users/search?query=nils
select "own"."id", (select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."user_id", "pair"."role_id" as "far_id"
  from "roles_users" as "pair"
  where "pair"."user_id" = "own"."id"
  order by "pair"."role_id") as "related") as "roles", (select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."user_id", "pair"."organization_id" as "far_id"
  from "organizations_users" as "pair"
  where "pair"."user_id" = "own"."id"
  order by "pair"."organization_id") as "related") as "organizations", (select json_group_object("related"."far_id", json("related"."levels")) as "list"
  from (select "related"."far_id", json_group_array("related"."access") as "levels"
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
  where "own"."id" in (select value as id
  from json_each(?));
select "related"."far_id", json_group_array("related"."access") as "levels"
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
select "users"."id"
  from "users"
  where ("users"."id" in (select "rowid" as "id"
  from "users_text"
  where "users_text"."users_text" match ?) and "users"."id" <> 1)
  order by "users"."updated_at" desc, "users"."id" desc
  limit 0 + ? offset ?;
select "users"."id", …, "users"."updated_at"
  from "users"
  where "users"."id" in (select "users"."id"
  from "users"
  where ("users"."id" in (select "rowid" as "id"
  from "users_text"
  where "users_text"."users_text" match ?) and "users"."id" <> 1)
  order by "users"."updated_at" desc, "users"."id" desc
  limit 0 + ? offset ?)
  order by "users"."updated_at" desc, "users"."id" desc;
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
select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."user_id", "pair"."organization_id" as "far_id"
  from "organizations_users" as "pair"
  where "pair"."user_id" = "own"."id"
  order by "pair"."organization_id") as "related";
select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."user_id", "pair"."role_id" as "far_id"
  from "roles_users" as "pair"
  where "pair"."user_id" = "own"."id"
  order by "pair"."role_id") as "related";
select json_group_object("related"."far_id", json("related"."levels")) as "list"
  from (select "related"."far_id", json_group_array("related"."access") as "levels"
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

-- GET /api/v1/ticket_overviews?view=my_assigned, as rita
select "change"
  from "tickets"
  where "change" in (select value as id
  from json_each(?))
  order by "tickets"."created_at" asc, "tickets"."id" asc
  limit 0 + ?;
select "id"
  from "users"
  where "out_of_office_replacement_id" = ? and "out_of_office" = ? and "out_of_office_start_at" <= ? and "out_of_office_end_at" >= ?;
select "overview_id"
  from "overviews_groups";
select "overview_id"
  from "overviews_groups"
  where "overviews_groups"."group_id" in (select value as id
  from json_each(?));
select "overview_id"
  from "overviews_users";
select "overview_id"
  from "overviews_users"
  where "overviews_users"."user_id" in (select value as id
  from json_each(?));
select "overviews"."id", …, "overviews"."updated_at"
  from "overviews"
  where ("overviews"."active" = ? and "overviews"."id" in (select "overviews_roles"."overview_id"
  from "overviews_roles"
  inner join "roles_users" on "roles_users"."role_id" = "overviews_roles"."role_id"
  inner join "roles" on "roles"."id" = "roles_users"."role_id"
  where "roles_users"."user_id" = ? and "roles"."active" = ?) and ("overviews"."id" not in (select "overview_id"
  from "overviews_users")
  or "overviews"."id" in (select "overview_id"
  from "overviews_users"
  where "overviews_users"."user_id" in (select value as id
  from json_each(?)))) and ("overviews"."id" not in (select "overview_id"
  from "overviews_groups")
  or "overviews"."id" in (select "overview_id"
  from "overviews_groups"
  where "overviews_groups"."group_id" in (select value as id
  from json_each(?))))) and "overviews"."id" in (?);
select "overviews_roles"."overview_id"
  from "overviews_roles"
  inner join "roles_users" on "roles_users"."role_id" = "overviews_roles"."role_id"
  inner join "roles" on "roles"."id" = "roles_users"."role_id"
  where "roles_users"."user_id" = ? and "roles"."active" = ?;
select "own"."id", (select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."overview_id", "pair"."role_id" as "far_id"
  from "overviews_roles" as "pair"
  where "pair"."overview_id" = "own"."id"
  order by "pair"."role_id") as "related") as "roles", (select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."overview_id", "pair"."user_id" as "far_id"
  from "overviews_users" as "pair"
  where "pair"."overview_id" = "own"."id"
  order by "pair"."user_id") as "related") as "users", (select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."overview_id", "pair"."group_id" as "far_id"
  from "overviews_groups" as "pair"
  where "pair"."overview_id" = "own"."id"
  order by "pair"."group_id") as "related") as "groups"
  from "overviews" as "own"
  where "own"."id" in (select value as id
  from json_each(?));
select "preferences"
  from "users"
  where "id" = ?;
select "row"."change"
  from "tickets" as "row" indexed by "tickets_in_order"
  where "row"."change" in (select value as id
  from json_each(?)) and case when "row"."owner_id" = ? then 1 else 0 end = 1
  order by "row"."change" desc;
select "ticket_states"."id", …, "ticket_states"."updated_at"
  from "ticket_states"
  where "ticket_states"."id" in (?);
select "tickets"."id", …, "tickets"."updated_at", (select json_group_array("related"."far_id") as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "ticket_articles" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select value as id
  from json_each(?))) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related") as "article_ids", (select json_group_array("related"."far_id") as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "time_accountings" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and "its_ticket"."group_id" in (select value as id
  from json_each(?))) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related") as "ticket_time_accounting_ids"
  from "tickets"
  where "tickets"."change" in (select value as id
  from json_each(?))
  order by "tickets"."created_at" asc, "tickets"."id" asc;
select *
  from "overviews"
  where ("overviews"."active" = ? and "overviews"."id" in (select "overviews_roles"."overview_id"
  from "overviews_roles"
  inner join "roles_users" on "roles_users"."role_id" = "overviews_roles"."role_id"
  inner join "roles" on "roles"."id" = "roles_users"."role_id"
  where "roles_users"."user_id" = ? and "roles"."active" = ?) and ("overviews"."id" not in (select "overview_id"
  from "overviews_users")
  or "overviews"."id" in (select "overview_id"
  from "overviews_users"
  where "overviews_users"."user_id" in (select value as id
  from json_each(?)))) and ("overviews"."id" not in (select "overview_id"
  from "overviews_groups")
  or "overviews"."id" in (select "overview_id"
  from "overviews_groups"
  where "overviews_groups"."group_id" in (select value as id
  from json_each(?))))) and ("overviews"."active" = ? and "overviews"."id" in (select "overviews_roles"."overview_id"
  from "overviews_roles"
  inner join "roles_users" on "roles_users"."role_id" = "overviews_roles"."role_id"
  inner join "roles" on "roles"."id" = "roles_users"."role_id"
  where "roles_users"."user_id" = ? and "roles"."active" = ?) and ("overviews"."id" not in (select "overview_id"
  from "overviews_users")
  or "overviews"."id" in (select "overview_id"
  from "overviews_users"
  where "overviews_users"."user_id" in (select value as id
  from json_each(?)))) and ("overviews"."id" not in (select "overview_id"
  from "overviews_groups")
  or "overviews"."id" in (select "overview_id"
  from "overviews_groups"
  where "overviews_groups"."group_id" in (select value as id
  from json_each(?)))))
  order by "prio", "id";
select *
  from "saved_views"
  where "saved_views"."user_id" = ?
  order by "prio", "id";
select change
  from tickets
  where group_id = ? and state_id = ? and change < ? and change >= ?
  order by change desc
  limit 0 + ?;
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
select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."overview_id", "pair"."group_id" as "far_id"
  from "overviews_groups" as "pair"
  where "pair"."overview_id" = "own"."id"
  order by "pair"."group_id") as "related";
select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."overview_id", "pair"."role_id" as "far_id"
  from "overviews_roles" as "pair"
  where "pair"."overview_id" = "own"."id"
  order by "pair"."role_id") as "related";
select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."overview_id", "pair"."user_id" as "far_id"
  from "overviews_users" as "pair"
  where "pair"."overview_id" = "own"."id"
  order by "pair"."user_id") as "related";

-- GET /api/v1/ticket_overviews?view=my_organization_tickets, as nils
select "change"
  from "tickets"
  where "change" in (select value as id
  from json_each(?))
  order by "tickets"."created_at" desc, "tickets"."id" desc
  limit 0 + ?;
select "own"."id", (select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."overview_id", "pair"."role_id" as "far_id"
  from "overviews_roles" as "pair"
  where "pair"."overview_id" = "own"."id"
  order by "pair"."role_id") as "related") as "roles", (select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."overview_id", "pair"."user_id" as "far_id"
  from "users" as "far"
  inner join "overviews_users" as "pair" on "pair"."user_id" = "far"."id"
  where ("far"."id" = ?
  or "far"."organization_id" in (select value as id
  from json_each(?))) and "pair"."overview_id" = "own"."id"
  order by "pair"."user_id") as "related") as "users", (select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."overview_id", "pair"."group_id" as "far_id"
  from "overviews_groups" as "pair"
  where "pair"."overview_id" = "own"."id"
  order by "pair"."group_id") as "related") as "groups"
  from "overviews" as "own"
  where "own"."id" in (select value as id
  from json_each(?));
select "row"."change"
  from "tickets" as "row" indexed by "tickets_in_order"
  where "row"."change" in (select value as id
  from json_each(?)) and case when (("row"."customer_id" = ?
  or "row"."organization_id" = ?) and "row"."state_id" in (select value as id
  from json_each(?))) then 1 else 0 end = 1
  order by "row"."change" desc;
select "ticket_states"."id", …, "ticket_states"."updated_at"
  from "ticket_states"
  where "ticket_states"."id" in (?, ?);
select "tickets"."id", …, "tickets"."article_count" - "tickets"."internal_article_count" as "article_count", "tickets"."escalation_at", …, "tickets"."updated_at", (select json_group_array("related"."far_id") as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "ticket_articles" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and ("far"."internal" = ? and ("its_ticket"."customer_id" = ?
  or "its_ticket"."organization_id" in (select value as id
  from json_each(?))))) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related") as "article_ids", (select json_group_array("related"."far_id") as "list"
  from (select "far"."ticket_id", "far"."id" as "far_id"
  from "time_accountings" as "far"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "far"."ticket_id" and 1 = 0) and "far"."ticket_id" = "tickets"."id"
  order by "far"."id") as "related") as "ticket_time_accounting_ids"
  from "tickets"
  where "tickets"."change" in (select value as id
  from json_each(?))
  order by "tickets"."created_at" desc, "tickets"."id" desc;
select change
  from tickets
  where organization_id = ? and change < ? and change >= ?
  order by change desc
  limit 0 + ?;
select distinct "pair"."overview_id", "pair"."user_id" as "far_id"
  from "users" as "far"
  inner join "overviews_users" as "pair" on "pair"."user_id" = "far"."id"
  where ("far"."id" = ?
  or "far"."organization_id" in (select value as id
  from json_each(?))) and "pair"."overview_id" = "own"."id"
  order by "pair"."user_id";
select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."overview_id", "pair"."user_id" as "far_id"
  from "users" as "far"
  inner join "overviews_users" as "pair" on "pair"."user_id" = "far"."id"
  where ("far"."id" = ?
  or "far"."organization_id" in (select value as id
  from json_each(?))) and "pair"."overview_id" = "own"."id"
  order by "pair"."user_id") as "related";

-- GET /api/v1/macros, as rita
select "macro_id"
  from "groups_macros";
select "macro_id"
  from "groups_macros"
  where "groups_macros"."group_id" in (select value as id
  from json_each(?));
select "macros"."id", concat('{"id":', "macros"."id", ',"name":', json_quote("macros"."name"), ',"perform":', ifnull("macros"."perform", 'null'), ',"active":', case "macros"."active" when 1 then 'true' when 0 then 'false' else 'null' end, ',"ux_flow_next_up":', json_quote("macros"."ux_flow_next_up"), ',"note":', json_quote("macros"."note"), ',"updated_by_id":', ifnull("macros"."updated_by_id", 'null'), ',"created_by_id":', ifnull("macros"."created_by_id", 'null'), ',"created_at":', json_quote("macros"."created_at"), ',"updated_at":', json_quote("macros"."updated_at"), ',"group_ids":', ifnull((select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."macro_id", "pair"."group_id" as "far_id"
  from "groups_macros" as "pair"
  where "pair"."macro_id" = "macros"."id"
  order by "pair"."group_id") as "related"), 'null'), '}') as "*ids"
  from "macros"
  where ("macros"."id" not in (select "macro_id"
  from "groups_macros")
  or "macros"."id" in (select "macro_id"
  from "groups_macros"
  where "groups_macros"."group_id" in (select value as id
  from json_each(?)))) and "macros"."id" >= ?
  order by "macros"."id"
  limit 0 + ? offset ?;
select count(*) as "count"
  from "macros"
  where ("macros"."id" not in (select "macro_id"
  from "groups_macros")
  or "macros"."id" in (select "macro_id"
  from "groups_macros"
  where "groups_macros"."group_id" in (select value as id
  from json_each(?))));
select distinct "pair"."macro_id", "pair"."group_id" as "far_id"
  from "groups_macros" as "pair"
  where "pair"."macro_id" = "macros"."id"
  order by "pair"."group_id";
select json_group_array("related"."far_id") as "list"
  from (select distinct "pair"."macro_id", "pair"."group_id" as "far_id"
  from "groups_macros" as "pair"
  where "pair"."macro_id" = "macros"."id"
  order by "pair"."group_id") as "related";
select max("id") as "id"
  from "macros";

-- GET /api/v1/checklists, as rita
select "checklists"."id", concat('{"id":', "checklists"."id", ',"name":', json_quote("checklists"."name"), ',"ticket_id":', ifnull("checklists"."ticket_id", 'null'), ',"updated_by_id":', ifnull("checklists"."updated_by_id", 'null'), ',"created_by_id":', ifnull("checklists"."created_by_id", 'null'), ',"created_at":', json_quote("checklists"."created_at"), ',"updated_at":', json_quote("checklists"."updated_at"), ',"item_ids":', ifnull((select json_group_array("related"."far_id") as "list"
  from (select "far"."checklist_id", "far"."id" as "far_id"
  from "checklist_items" as "far"
  where exists (select 1 as "one"
  from "checklists" as "its_checklist"
  where "its_checklist"."id" = "far"."checklist_id" and exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "its_checklist"."ticket_id" and "its_ticket"."group_id" in (select value as id
  from json_each(?)))) and "far"."checklist_id" = "checklists"."id"
  order by "far"."id") as "related"), 'null'), '}') as "*ids"
  from "checklists"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "checklists"."ticket_id" and "its_ticket"."group_id" in (select value as id
  from json_each(?))) and "checklists"."id" >= ?
  order by "checklists"."id"
  limit 0 + ? offset ?;
select "far"."checklist_id", "far"."id" as "far_id"
  from "checklist_items" as "far"
  where exists (select 1 as "one"
  from "checklists" as "its_checklist"
  where "its_checklist"."id" = "far"."checklist_id" and exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "its_checklist"."ticket_id" and "its_ticket"."group_id" in (select value as id
  from json_each(?)))) and "far"."checklist_id" = "checklists"."id"
  order by "far"."id";
select 1 as "one"
  from "checklists" as "its_checklist"
  where "its_checklist"."id" = "far"."checklist_id" and exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "its_checklist"."ticket_id" and "its_ticket"."group_id" in (select value as id
  from json_each(?)));
select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "checklists"."ticket_id" and "its_ticket"."group_id" in (select value as id
  from json_each(?));
select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "its_checklist"."ticket_id" and "its_ticket"."group_id" in (select value as id
  from json_each(?));
select count(*) as "count"
  from "checklists"
  where exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "checklists"."ticket_id" and "its_ticket"."group_id" in (select value as id
  from json_each(?)));
select json_group_array("related"."far_id") as "list"
  from (select "far"."checklist_id", "far"."id" as "far_id"
  from "checklist_items" as "far"
  where exists (select 1 as "one"
  from "checklists" as "its_checklist"
  where "its_checklist"."id" = "far"."checklist_id" and exists (select 1 as "one"
  from "tickets" as "its_ticket"
  where "its_ticket"."id" = "its_checklist"."ticket_id" and "its_ticket"."group_id" in (select value as id
  from json_each(?)))) and "far"."checklist_id" = "checklists"."id"
  order by "far"."id") as "related";
select max("id") as "id"
  from "checklists";

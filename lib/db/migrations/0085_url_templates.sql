-- Where the values of the variables in an endpoint's url are, by their names; null where its braces are none.
alter table endpoints add column url_variables json;

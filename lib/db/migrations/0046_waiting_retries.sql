-- What waits for another try is counted by this; all that waits is known from the counters.
create index delivery_queue_retries on delivery_queue (project_id, endpoint_id, delivery_id) where is_retry and kind = 'delivery';

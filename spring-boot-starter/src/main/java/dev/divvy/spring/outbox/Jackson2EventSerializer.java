package dev.divvy.spring.outbox;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Type;

/** JSON by Jackson 2, which Spring Boot 3 configures. */
final class Jackson2EventSerializer implements EventSerializer {

    private final ObjectMapper mapper;

    Jackson2EventSerializer(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    @Override
    public byte[] write(Object event) {
        try {
            return mapper.writeValueAsBytes(event);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Object read(byte[] payload, Type type) {
        try {
            return mapper.readValue(payload, mapper.constructType(type));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String contentType() {
        return "application/json";
    }
}
